import type { ProgramTable } from "../spec.ts";

/** Programs that tell about the machine, its users and its processes. */
export const SYSTEM: ProgramTable = {
  whoami: { effect: "read", options: "--help --version", operands: "none" },
  id: {
    effect: "read",
    options:
      "-aGgnruzZpPAF --context --group --groups --name --real --user --zero --help --version",
    closed: true,
  },
  groups: { effect: "read", options: "--help --version", closed: true },
  logname: { effect: "read", options: "--help --version", operands: "none" },
  users: { effect: "read", options: "--help --version", operands: "none" },
  who: {
    effect: "read",
    options: "-abdHlmpqrstTuw --all --boot --count --heading --users --message --help --version",
    operands: "text",
  },
  w: {
    effect: "read",
    options: "-fhiosuV --no-header --short --from --ip-addr --old-style --help --version",
  },
  last: {
    effect: "read",
    options:
      "-adFiRwxy -n= -s= -t= -p= -# --fulltimes --limit= --nohostname --since= --until= --system --fullnames --help --version",
  },
  lastlog: { effect: "read", options: "-b= -t= -u=" },
  uptime: { effect: "read", options: "-psV --pretty --since --help --version", operands: "none" },
  date: {
    effect: "read",
    options:
      "-ujnR -d= -f=< -I[=] -r=/ -v= --date= --debug --file=< --iso-8601[=] --rfc-email --rfc-2822 --rfc-3339= --reference=/ --utc --universal --resolution --help --version",
    writes: "-s= --set=",
    suspect: "^[^+]",
    closed: true,
  },
  cal: {
    effect: "read",
    options:
      "-13jmnswyYh -A= -B= -C -d= -m= -n= --one --three --monday --sunday --year --julian --week[=] --months= --twelve --color[=] --help --version",
    closed: true,
  },
  ncal: { effect: "read", options: "-13bCehjJMoSwy -A= -B= -d= -m= -p -s=", closed: true },
  uname: {
    effect: "read",
    options:
      "-aimnoprsv --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system --help --version",
    operands: "none",
  },
  arch: { effect: "read", options: "--help --version", operands: "none" },
  nproc: { effect: "read", options: "--all --ignore= --help --version", operands: "none" },
  hostname: {
    effect: "read",
    options:
      "-aAdfiIsVy --alias --all-fqdns --all-ip-addresses --domain --fqdn --long --ip-address --short --help --version",
    operands: "none",
  },
  hostid: { effect: "read", operands: "none" },
  domainname: { effect: "read", operands: "none" },
  tty: { effect: "read", options: "-s --silent --quiet --help --version", operands: "none" },
  stty: { effect: "read", options: "-ag --all --save", suspect: "^(?!size$)" },
  locale: {
    effect: "read",
    options:
      "-ackmv --all-locales --charmaps --category-name --keyword-name --verbose --help --version",
  },
  getconf: { effect: "read", options: "-a -v=", operands: ["text", "list"] },
  env: { effect: "read", options: "-0 --null --help --version", operands: "text" },
  printenv: { effect: "read", options: "-0 --null --help --version", closed: true },
  nice: { effect: "read", options: "--help --version", operands: "none" },
  sleep: { effect: "read", options: "--help --version", closed: true },
  // A letter `e` without a dash shows the environment of processes.
  ps: { effect: "read", style: "plain", closed: true, suspect: "^[A-Za-z]*e[A-Za-z]*$|^-[A-Z]*E" },
  pgrep: {
    effect: "read",
    options:
      "-acfilnovwx -d= -F=< -g= -G= -O= -P= -r= -s= -t= -u= -U= -A --delimiter= --list-name --list-full --newest --oldest --count --full --exact --parent= --euid= --uid= --group= --session= --terminal= --pidfile=< --inverse --ignore-case --runstates= --older= --help --version",
  },
  pidof: { effect: "read", options: "-cnqsxz -o= -S= --single-shot --omit-pid=" },
  pstree: {
    effect: "read",
    options:
      "-aAcCgGhlnNpstTuUVZ -H= -N= --arguments --compact-not --show-pids --show-parents --long --numeric-sort --uid-changes --unicode --version",
  },
  pmap: { effect: "read", options: "-dqxXAp --device --extended --quiet" },
  top: {
    effect: "read",
    options: "-1bcHiSsEe -d= -n= -o= -p= -u= -U= -w[=] -l= -s=",
    needs: "-b -l",
    otherwise: "unknown",
    operands: "none",
  },
  free: {
    effect: "read",
    options:
      "-bghklmtvwV -c= -s= --bytes --kilo --mega --giga --tera --kibi --mebi --gibi --human --lohi --line --si --total --wide --seconds= --count= --help --version",
    operands: "none",
  },
  vmstat: {
    effect: "read",
    options:
      "-adDfmnstVw -S= -p= --active --disk --forks --slabs --stats --wide --timestamp --unit= --help --version",
  },
  iostat: { effect: "read", options: "-cdhkmNstVxyz -g= -j= -p[=] -o= --human --pretty" },
  mpstat: { effect: "read", options: "-AnuVT -I= -P= -N=" },
  lscpu: {
    effect: "read",
    options:
      "-abceJpBxyV --all --online --offline --caches[=] --extended[=] --json --parse[=] --bytes --help --version",
    operands: "none",
  },
  lsmem: {
    effect: "read",
    options: "-abJPrSV --all --bytes --json --summary[=]",
    operands: "none",
  },
  lsblk: {
    effect: "read",
    options:
      "-abdDfilJmMnOpPrstSTvxz -e= -I= -o= -E= -w= -x= --all --bytes --fs --json --list --nodeps --noheadings --output= --output-all --paths --pairs --perms --raw --scsi --tree[=] --topology --sort= --help --version",
    operands: "list",
  },
  lsusb: { effect: "read", options: "-vtV -s= -d= --verbose --tree --version", operands: "none" },
  lspci: { effect: "read", options: "-bDkmnPtvVx -d= -s=", operands: "none" },
  lsmod: { effect: "read", operands: "none" },
  modinfo: { effect: "read", options: "-adlpn0 -F= -k=", operands: "text" },
  lsof: {
    effect: "read",
    options: "-abhlnNOPRtUVvwXCM -c= -d= -F= -g[=] -i[=] -p= -s[=] -T[=] -u= -x= -r[=] +D= +d= +L=",
    operands: "list",
  },
  fuser: { effect: "read", options: "-acfIlmMnsuvV -n=", operands: "list" },
  lslocks: { effect: "read", options: "-bJnruV -o= -p=", operands: "none" },
  lsns: { effect: "read", options: "-JlnrupV -o= -t=" },
  ipcs: { effect: "read", options: "-aclmpqstuVb -i=" },
  findmnt: {
    effect: "read",
    options:
      "-aAbcCdDefhiJklmnoOPpRrstTUuvVyxw -o= -S= -t= -O= -T= --json --list --output= --target= --source= --types= --df --real --pseudo",
    operands: "list",
  },
  blkid: { effect: "read", options: "-kgilL -o= -s= -t= -n= -L= -U=", operands: "list" },
  ss: {
    effect: "read",
    options:
      "-0468abBeEhHiIlmMnNoOpPqsStTuVwWxzZ -f= --no-header --oneline --numeric --listening --all --options --extended --memory --processes --info --summary --context --tcp --udp --raw --unix --ipv4 --ipv6 --packet --sctp --vsock --family= --version --help",
    network: "-r --resolve",
    writes: "-K --kill -D= --diag=",
  },
  netstat: {
    effect: "read",
    options:
      "-46aAbcCdeFgiIlLmMnNoOpPrRsStTuUvVwWxXZ -f= -p= -I= --all --listening --numeric --numeric-hosts --numeric-ports --programs --route --interfaces --statistics --tcp --udp --unix --extend --wide --help --version",
  },
  ip: {
    effect: "unknown",
    options:
      "-4 -6 -0 -a -all -br -brief -c -color -d -details -f= -family= -h -human -j -json -N -n -o -oneline -p -pretty -s -stats -statistics -t -timestamp -V -Version",
    style: "words",
    about: "may change the network",
    subcommands: {
      a: {
        effect: "read",
        suspect:
          "^(?!show$|list$|s$|ls$|dev$|up$|[a-z]+\\d*$)|^(?:add|del|delete|change|replace|flush|save|restore)$",
        style: "plain",
      },
      addr: {
        effect: "read",
        suspect:
          "^(?!show$|list$|s$|ls$|dev$|up$|[a-z]+\\d*$)|^(?:add|del|delete|change|replace|flush|save|restore)$",
        style: "plain",
      },
      address: {
        effect: "read",
        suspect:
          "^(?!show$|list$|s$|ls$|dev$|up$|[a-z]+\\d*$)|^(?:add|del|delete|change|replace|flush|save|restore)$",
        style: "plain",
      },
      r: {
        effect: "read",
        suspect: "^(?!show$|list$|s$|ls$|table$|main$|default$)",
        style: "plain",
      },
      route: {
        effect: "read",
        suspect: "^(?!show$|list$|s$|ls$|table$|main$|default$)",
        style: "plain",
      },
      l: { effect: "read", suspect: "^(?!show$|list$|s$|ls$|dev$|up$)", style: "plain" },
      link: { effect: "read", suspect: "^(?!show$|list$|s$|ls$|dev$|up$)", style: "plain" },
      neigh: { effect: "read", suspect: "^(?!show$|list$|s$|ls$)", style: "plain" },
      rule: { effect: "read", suspect: "^(?!show$|list$|s$|ls$)", style: "plain" },
    },
  },
  ifconfig: {
    effect: "read",
    options: "-asvlmL",
    operands: ["text", "none"],
    suspect: "^(?![a-z]+\\d*$)",
  },
  arp: { effect: "read", options: "-anev", operands: "none" },
  route: { effect: "read", options: "-nevCF", operands: "none" },
  iptables: {
    effect: "unknown",
    prints: "-L --list -S --version",
    about: "may change the firewall",
  },
  sysctl: {
    effect: "read",
    options: "-abdeNnqiV --all --names --values --ignore --pattern= --help --version",
    suspect: "[=/]|\\.\\.",
  },
  dmesg: {
    effect: "read",
    options:
      "-deikLPrSTtuwWx -f= -l= -s= --ctime --decode --facility= --follow --kernel --level= --notime --raw --time-format= --userspace --nopager --color[=] --since= --until= --json",
    writes: "-cCDEn --clear --read-clear --console-off --console-on --console-level=",
    executes: "-H --human",
    operands: "none",
  },
  journalctl: {
    effect: "read",
    options:
      "-abefhklmNqrux -b[=] -c= -g= -n[=] -o= -p= -S= -t= -u= -U= -F= -D=< -M= --all --boot[=] --catalog --cursor= --after-cursor= --disk-usage --dmesg --facility= --field= --fields --file=< --directory=< --follow --full --grep= --help --identifier= --lines[=] --list-boots --merge --no-full --no-hostname --no-pager --no-tail --output= --output-fields= --pager-end --priority= --quiet --reverse --show-cursor --since= --system --unit= --until= --user --user-unit= --utc --version --header",
    writes:
      "--rotate --vacuum-size= --vacuum-time= --vacuum-files= --flush --sync --relinquish-var --setup-keys --update-catalog --cursor-file=",
    pager: true,
  },
  systemctl: {
    effect: "unknown",
    options:
      "-alqrt= -t= -p= -n= -o= --all --full --lines= --no-legend --no-pager --output= --plain --property= --quiet --state= --type= --user --system --value --version --help -H=",
    pager: true,
    bare: "read",
    about: "may change services",
    subcommands: {
      status: {
        effect: "read",
        options: "-alq -n= -o= --all --full --lines= --no-pager --output= --user --system",
      },
      show: {
        effect: "read",
        options: "-aq -p= --all --no-pager --property= --value --user --system",
      },
      cat: { effect: "read", options: "--no-pager --user --system" },
      "is-active": {
        effect: "read",
        pager: false,
        options: "-q --quiet --user --system --no-pager",
      },
      "is-enabled": {
        effect: "read",
        pager: false,
        options: "-q --quiet --user --system --no-pager",
      },
      "is-failed": {
        effect: "read",
        pager: false,
        options: "-q --quiet --user --system --no-pager",
      },
      "list-units": {
        effect: "read",
        options:
          "-aqt= -t= --all --no-pager --state= --type= --user --system --plain --no-legend --failed",
      },
      "list-unit-files": {
        effect: "read",
        options: "-t= --no-pager --state= --type= --user --system --no-legend",
      },
      "list-timers": { effect: "read", options: "-a --all --no-pager --user --system" },
      "list-sockets": { effect: "read", options: "-a --all --no-pager --user --system" },
      "list-dependencies": {
        effect: "read",
        options: "-a --all --no-pager --reverse --user --system",
      },
    },
  },
  timedatectl: {
    effect: "read",
    options: "--no-pager --version --help",
    bare: "read",
    pager: true,
    subcommands: {
      status: { effect: "read", options: "--no-pager" },
      show: { effect: "read", options: "-ap= -p= --no-pager" },
    },
  },
  hostnamectl: {
    effect: "read",
    options: "--no-pager",
    bare: "read",
    subcommands: { status: { effect: "read" } },
  },
  loginctl: {
    effect: "unknown",
    pager: true,
    subcommands: {
      "list-sessions": { effect: "read", options: "--no-pager" },
      "list-users": { effect: "read", options: "--no-pager" },
    },
  },
  service: { effect: "unknown", about: "may change services" },
  launchctl: {
    effect: "unknown",
    about: "may change services",
    subcommands: { list: { effect: "read" }, print: { effect: "read" } },
  },
  getent: {
    effect: "read",
    options: "-i -s= --no-idn",
    suspect: "^(?:a?hosts(?:v\\d)?|.?shadow|networks|netgroup|ethers)$",
  },
  "nvidia-smi": {
    effect: "read",
    options:
      "-Lqx -i= -d= -l[=] --list-gpus --query --xml-format --id= --display= --query-gpu= --query-compute-apps= --format= --loop= --help --version",
    operands: "none",
  },
  "rocm-smi": { effect: "unknown", prints: "--version", about: "may change the card" },
  sensors: { effect: "read", options: "-AfjuvV", operands: "text" },
  acpi: { effect: "read", options: "-abcistV" },
  upower: { effect: "read", options: "-ed -i=" },
  sw_vers: {
    effect: "read",
    style: "words",
    options: "-productName -productVersion -buildVersion --productVersion",
    operands: "none",
  },
  system_profiler: {
    effect: "read",
    style: "words",
    options: "-listDataTypes -json -xml -detailLevel=",
    operands: "text",
  },
  vm_stat: { effect: "read", operands: "text" },
  diskutil: {
    effect: "unknown",
    about: "may change disks",
    subcommands: { list: { effect: "read" }, info: { effect: "read" } },
  },
  defaults: {
    effect: "write",
    about: "changes settings",
    subcommands: {
      read: { effect: "read" },
      "read-type": { effect: "read" },
      domains: { effect: "read" },
    },
  },
  "xcode-select": {
    effect: "read",
    options: "-pv --print-path --version",
    needs: "-p -v --print-path --version",
    otherwise: "write",
  },
  scutil: { effect: "unknown", prints: "--dns --proxy --nwi", about: "may change settings" },
  pbpaste: { effect: "unknown", about: "reads the clipboard" },
  at: { effect: "execute", prints: "-l -V", about: "runs commands later" },
  atq: { effect: "read", options: "-V -q=" },
  strace: { effect: "execute", prints: "-V --version", about: "runs another program" },
  ltrace: { effect: "execute", prints: "-V --version", about: "runs another program" },
  gdb: { effect: "execute", prints: "--version -v", about: "runs another program" },
  lldb: { effect: "execute", prints: "--version", about: "runs another program" },
  valgrind: { effect: "execute", prints: "--version", about: "runs another program" },
  ldd: { effect: "execute", prints: "--version", about: "may run the program" },
  parallel: { effect: "execute", prints: "--version", about: "runs commands" },
  su: { effect: "unknown", prints: "--version", about: "runs with the rights of another user" },
  chroot: { effect: "unknown", about: "runs in another root" },
  script: { effect: "execute", prints: "--version", about: "runs a shell" },
  tmux: {
    effect: "execute",
    prints: "-V",
    about: "runs a shell",
    subcommands: {
      ls: { effect: "read" },
      "list-sessions": { effect: "read" },
      "list-windows": { effect: "read", options: "-a -t=" },
    },
  },
  screen: { effect: "execute", prints: "-v --version -ls -list", about: "runs a shell" },
};
