import type { ProgramTable } from "../spec.ts";

/** Containers: looking at what is there reads; they run code otherwise. */
export const CONTAINERS: ProgramTable = {
  docker: {
    effect: "execute",
    prints: "-v --version",
    about: "may run containers",
    subcommands: {
      ps: {
        effect: "read",
        options:
          "-alnqs -f= -n= --all --filter= --format= --last= --latest --no-trunc --quiet --size",
      },
      images: {
        effect: "read",
        options: "-aq -f= --all --digests --filter= --format= --no-trunc --quiet --tree",
      },
      logs: {
        effect: "read",
        options: "-ft -n= --details --follow --since= --tail= --timestamps --until=",
      },
      inspect: { effect: "read", options: "-s -f= --format= --size --type=" },
      history: { effect: "read", options: "-Hq --format= --human[=] --no-trunc --quiet" },
      top: { effect: "read", style: "posix" },
      port: { effect: "read" },
      stats: { effect: "read", options: "-a --all --format= --no-stream --no-trunc" },
      diff: { effect: "read" },
      events: { effect: "read", options: "-f= --filter= --format= --since= --until=" },
      info: { effect: "read", options: "-f= --format=" },
      version: { effect: "read", options: "-f= --format=" },
      container: {
        effect: "execute",
        subcommands: {
          ls: {
            effect: "read",
            options:
              "-alnqs -f= -n= --all --filter= --format= --last= --latest --no-trunc --quiet --size",
          },
          list: {
            effect: "read",
            options: "-alnqs -f= -n= --all --filter= --format= --no-trunc --quiet",
          },
          logs: {
            effect: "read",
            options: "-ft -n= --details --follow --since= --tail= --timestamps --until=",
          },
          inspect: { effect: "read", options: "-s -f= --format= --size" },
          top: { effect: "read", style: "posix" },
          port: { effect: "read" },
          stats: { effect: "read", options: "-a --all --format= --no-stream --no-trunc" },
          diff: { effect: "read" },
        },
      },
      image: {
        effect: "execute",
        subcommands: {
          ls: {
            effect: "read",
            options: "-aq -f= --all --digests --filter= --format= --no-trunc --quiet",
          },
          list: { effect: "read", options: "-aq -f= --all --filter= --format= --quiet" },
          inspect: { effect: "read", options: "-f= --format=" },
          history: { effect: "read", options: "-Hq --format= --no-trunc --quiet" },
        },
      },
      network: {
        effect: "write",
        subcommands: {
          ls: { effect: "read", options: "-q -f= --filter= --format= --no-trunc --quiet" },
          inspect: { effect: "read", options: "-v -f= --format=" },
        },
      },
      volume: {
        effect: "write",
        subcommands: {
          ls: { effect: "read", options: "-q -f= --filter= --format= --quiet" },
          inspect: { effect: "read", options: "-f= --format=" },
        },
      },
      system: {
        effect: "write",
        subcommands: {
          df: { effect: "read", options: "-v --format= --verbose" },
          info: { effect: "read", options: "-f= --format=" },
        },
      },
      context: {
        effect: "write",
        subcommands: {
          ls: { effect: "read", options: "-q --format= --quiet" },
          show: { effect: "read" },
          inspect: { effect: "read", options: "-f= --format=" },
        },
      },
      compose: {
        effect: "execute",
        here: true,
        about: "may run containers",
        options:
          "-f=< -p= --file=< --project-name= --project-directory=/ --profile= --env-file=< --ansi= --progress= --compatibility",
        subcommands: {
          ps: {
            effect: "read",
            options:
              "-aq --all --filter= --format= --quiet --services --status= --no-trunc --orphans",
          },
          ls: { effect: "read", options: "-aq --all --filter= --format= --quiet" },
          config: {
            effect: "read",
            options:
              "-q --format= --hash= --images --no-interpolate --no-normalize --no-path-resolution --profiles --quiet --resolve-image-digests --services --variables --volumes --environment",
            writes: "-o=> --output=>",
          },
          images: { effect: "read", options: "-q --format= --quiet" },
          logs: {
            effect: "read",
            options:
              "-ft -n= --follow --index= --no-color --no-log-prefix --since= --tail= --timestamps --until=",
          },
          top: { effect: "read" },
          port: { effect: "read", options: "--index= --protocol=" },
          version: { effect: "read", options: "-f= --format= --short" },
          pull: { effect: "network" },
          push: { effect: "network" },
          down: { effect: "write", about: "stops and removes containers" },
          stop: { effect: "write", about: "stops containers" },
        },
      },
      pull: { effect: "network" },
      push: { effect: "network" },
      login: { effect: "network" },
      logout: { effect: "write" },
      search: { effect: "network" },
      rm: { effect: "write", about: "removes containers" },
      rmi: { effect: "write", about: "removes images" },
      stop: { effect: "write", about: "stops containers" },
      kill: { effect: "write", about: "stops containers" },
      tag: { effect: "write" },
    },
  },
  podman: {
    effect: "execute",
    prints: "-v --version",
    about: "may run containers",
    subcommands: {
      ps: {
        effect: "read",
        options: "-alnqs -f= -n= --all --filter= --format= --no-trunc --quiet --pod",
      },
      images: {
        effect: "read",
        options: "-anq -f= --all --digests --filter= --format= --no-trunc --quiet",
      },
      logs: {
        effect: "read",
        options: "-ft -n= --follow --since= --tail= --timestamps --until= --names",
      },
      inspect: { effect: "read", options: "-s -f= -t= --format= --size --type=" },
      history: { effect: "read", options: "-Hq --format= --no-trunc --quiet" },
      stats: { effect: "read", options: "-a --all --format= --no-stream" },
      info: { effect: "read", options: "-f= --format=" },
      version: { effect: "read", options: "-f= --format=" },
      pull: { effect: "network" },
      push: { effect: "network" },
    },
  },
  "docker-compose": {
    effect: "execute",
    here: true,
    prints: "-v --version",
    options: "-f=< -p= --file=< --project-name= --profile= --env-file=<",
    about: "may run containers",
    subcommands: {
      ps: { effect: "read", options: "-aq --all --filter= --quiet --services" },
      config: {
        effect: "read",
        options: "-q --services --volumes --quiet --hash= --images --profiles",
      },
      images: { effect: "read", options: "-q --quiet" },
      logs: { effect: "read", options: "-ft -n= --follow --no-color --tail= --timestamps" },
      top: { effect: "read" },
      version: { effect: "read", options: "--short" },
      pull: { effect: "network" },
    },
  },
  kubectl: {
    effect: "network",
    about: "talks to a cluster",
    subcommands: {
      config: {
        effect: "write",
        about: "changes settings",
        subcommands: {
          "get-contexts": { effect: "read", options: "-o= --output= --no-headers[=]" },
          "current-context": { effect: "read" },
          "get-clusters": { effect: "read" },
          "get-users": { effect: "read" },
        },
      },
      version: {
        effect: "read",
        options: "--client[=] -o= --output=",
        needs: "--client",
        otherwise: "network",
      },
      get: { effect: "network", prefix: true, about: "talks to a cluster" },
      describe: { effect: "network", prefix: true, about: "talks to a cluster" },
      logs: { effect: "network", prefix: true, about: "talks to a cluster" },
      apply: { effect: "network", about: "changes a cluster" },
      delete: { effect: "network", about: "changes a cluster" },
      exec: { effect: "network", about: "runs code in a cluster" },
    },
  },
  helm: {
    effect: "network",
    about: "talks to a cluster",
    subcommands: {
      version: { effect: "read", options: "--short --template= --client -c" },
      env: { effect: "read" },
      repo: {
        effect: "network",
        subcommands: { list: { effect: "read", options: "-o= --output=" } },
      },
    },
  },
  minikube: {
    effect: "execute",
    about: "runs a cluster",
    subcommands: { version: { effect: "read", options: "--short" } },
  },
  terraform: {
    effect: "network",
    style: "words",
    prints: "-version --version -v",
    about: "talks to providers",
    subcommands: {
      fmt: {
        effect: "read",
        style: "words",
        options: "-check -diff -recursive -list= -write=",
        needs: "-check --check",
        otherwise: "write",
        operands: "read",
        suspect: "^-$",
      },
      validate: { effect: "execute", about: "runs provider plugins" },
      plan: { effect: "network", about: "talks to providers" },
      apply: { effect: "network", about: "changes what it describes" },
    },
  },
  tofu: {
    effect: "network",
    style: "words",
    prints: "-version --version",
    about: "talks to providers",
  },
  vagrant: { effect: "execute", prints: "-v --version", about: "runs the project's Vagrantfile" },
  ansible: { effect: "execute", prints: "--version", about: "runs tasks" },
  "ansible-playbook": { effect: "execute", prints: "--version", about: "runs tasks" },
};
