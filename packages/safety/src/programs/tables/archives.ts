import type { ProgramTable } from "../spec.ts";

/** Archives: listing them reads, packing and unpacking writes. */
export const ARCHIVES: ProgramTable = {
  tar: { effect: "read", special: "tar", prints: "--version --help" },
  gtar: { effect: "read", special: "tar", prints: "--version --help" },
  bsdtar: { effect: "read", special: "tar", prints: "--version --help" },
  unzip: {
    effect: "read",
    options: "-lpqtvzZ12mhTsC -x=",
    needs: "-l -p -t -v -z -Z",
    otherwise: "write",
    operands: ["read", "text"],
  },
  zipinfo: { effect: "read", options: "-12hlmstTzvMCx", operands: ["read", "text"] },
  zip: {
    effect: "write",
    operands: ["write", "read"],
    prints: "--version -v -h",
    about: "writes an archive",
  },
  gzip: {
    effect: "read",
    options:
      "-cdfklqrtvnN123456789 --stdout --to-stdout --decompress --uncompress --force --keep --list --quiet --test --verbose --fast --best --help --version",
    needs: "-c -l -t --stdout --to-stdout --list --test --version --help",
    otherwise: "write",
    operands: "read",
  },
  gunzip: {
    effect: "read",
    options: "-cfklqtv --stdout --to-stdout --list --test --verbose --help --version",
    needs: "-c -l -t --stdout --to-stdout --list --test --version --help",
    otherwise: "write",
    operands: "read",
  },
  bzip2: {
    effect: "read",
    options: "-cdfkqstvz123456789 --stdout --decompress --test --keep --quiet --help --version",
    needs: "-c -t --stdout --test --help",
    otherwise: "write",
    operands: "read",
  },
  bunzip2: {
    effect: "read",
    options: "-cfkqstv --stdout",
    needs: "-c --stdout",
    otherwise: "write",
    operands: "read",
  },
  xz: {
    effect: "read",
    options:
      "-cdfklqtvzT0123456789e -T= --stdout --to-stdout --decompress --list --test --keep --robot --verbose --help --version",
    needs: "-c -l -t --stdout --to-stdout --list --test --help --version",
    otherwise: "write",
    operands: "read",
  },
  unxz: {
    effect: "read",
    options: "-cfklqtv --stdout",
    needs: "-c -l -t --stdout",
    otherwise: "write",
    operands: "read",
  },
  zstd: {
    effect: "read",
    options: "-cdlqtvV -T= --stdout --decompress --list --test --version --help",
    needs: "-c -l -t --stdout --list --test -V --version --help",
    otherwise: "write",
    operands: "read",
  },
  lz4: {
    effect: "read",
    options: "-cdtvq --stdout --list --version",
    needs: "-c -t --stdout --list --version",
    otherwise: "write",
    operands: "read",
  },
  zcat: { effect: "read", options: "-cfqv --force --help --version", operands: "read" },
  gzcat: { effect: "read", options: "-cfqv", operands: "read" },
  bzcat: { effect: "read", options: "-s", operands: "read" },
  xzcat: { effect: "read", options: "-fq", operands: "read" },
  zstdcat: { effect: "read", options: "-fq", operands: "read" },
  lz4cat: { effect: "read", operands: "read" },
  zdiff: { effect: "read", options: "-bcinpquw -U=", operands: "read" },
  zcmp: { effect: "read", options: "-ls", operands: "read" },
  cpio: {
    effect: "read",
    options: "-tv --list --verbose",
    needs: "-t --list",
    otherwise: "write",
    operands: "text",
  },
  "7z": {
    effect: "write",
    about: "packs or unpacks files",
    subcommands: {
      l: { effect: "read", options: "-slt -ba", style: "words", operands: ["read", "text"] },
      t: { effect: "read", style: "words", operands: ["read", "text"] },
    },
  },
  "7za": {
    effect: "write",
    about: "packs or unpacks files",
    subcommands: { l: { effect: "read", style: "words", operands: ["read", "text"] } },
  },
  unrar: {
    effect: "write",
    about: "unpacks files",
    subcommands: {
      l: { effect: "read", style: "words", operands: ["read", "text"] },
      v: { effect: "read", style: "words", operands: ["read", "text"] },
    },
  },
  lsar: { effect: "read", options: "-lLjt", operands: "read" },
  ar: { effect: "write", prints: "--version -V", about: "packs or unpacks files" },
};
