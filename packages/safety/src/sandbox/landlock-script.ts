/** What the kernel calls things on one kind of processor. */
export type KernelNumbers = {
  readonly auditArch: number;
  readonly prctl: number;
  readonly capset: number;
  readonly seccomp: number;
  readonly socket: number;
};

/** By `process.arch`. Landlock's own numbers are the same everywhere. */
export const KERNEL_NUMBERS: Readonly<Record<string, KernelNumbers>> = {
  x64: { auditArch: 0xc000003e, prctl: 157, capset: 126, seccomp: 317, socket: 41 },
  arm64: { auditArch: 0xc00000b7, prctl: 167, capset: 91, seccomp: 277, socket: 198 },
};

/**
 * Confines itself and becomes the command. Landlock is reached by system calls alone, which only a
 * program can make; Perl is part of every usual Linux system and needs no module for it.
 *
 * Arguments: numbers of the kernel, then pairs `w PATH` (write), `r PATH` (read), `n off` (no
 * network), `e NAME=VALUE`, `d FOLDER`, then `--` and the command. Every failure ends it: it never
 * runs the command less confined than asked.
 */
export const LANDLOCK_SCRIPT = String.raw`
use strict;
my ($arch, $prctl, $capset, $seccomp, $socket) = splice @ARGV, 0, 5;
sub fail { print STDERR "squire sandbox: $_[0]: $!\n"; exit 126 }
my (@write, @read, %env, $dir, $offline);
while (@ARGV) {
  my $what = shift @ARGV;
  last if $what eq '--';
  my $value = shift @ARGV;
  if ($what eq 'w') { push @write, $value }
  elsif ($what eq 'r') { push @read, $value }
  elsif ($what eq 'n') { $offline = 1 }
  elsif ($what eq 'd') { $dir = $value }
  elsif ($what eq 'e') { my ($k, $v) = split /=/, $value, 2; $env{$k} = $v }
  else { fail("unknown argument $what") }
}
@ARGV or fail('no command');

# No new rights by any program that is started from here.
syscall($prctl + 0, 38, 1, 0, 0, 0) == 0 or fail('no_new_privs');
if ($> == 0) {
  syscall($prctl + 0, 24, $_, 0, 0, 0) for 0 .. 63;
  my $header = pack('L2', 0x20080522, 0);
  my $none = pack('L6', (0) x 6);
  syscall($capset + 0, $header, $none) == 0 or fail('capabilities');
}

my $abi = syscall(444, 0, 0, 1);
$abi >= 3 or fail('the kernel has no Landlock, or an old one');
my $see = 1 | 1 << 2;
my $change = 1 << 1;
$change |= 1 << $_ for 4 .. 14;
$change |= 1 << 15 if $abi >= 5;
my $attr = pack('Q', $see | $change);
$attr .= pack('Q', $offline ? 3 : 0) if $abi >= 4;
$attr .= pack('Q', 3) if $abi >= 6;
my $rules = syscall(444, $attr, length($attr), 0);
$rules >= 0 or fail('ruleset');
sub allow {
  my ($path, $rights) = @_;
  # O_PATH | O_NOFOLLOW | O_CLOEXEC: the thing itself, whatever it is.
  sysopen(my $handle, $path, 010000000 | 0400000 | 02000000) or return;
  $rights &= 1 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15 unless -d $handle;
  my $rule = pack('Ql', $rights & ($see | $change), fileno($handle));
  syscall(445, $rules, 1, $rule, 0) == 0 or fail("rule for $path");
}
allow($_, $see) for @read;
allow($_, $see | $change) for @write;

chdir $dir or fail("folder $dir");
syscall(446, $rules, 0) == 0 or fail('restrict');
if ($offline) {
  # Sockets of any kind, and io_uring, which could make one past this filter. Pairs are left.
  my @filter = (
    [0x20, 0, 0, 4], [0x15, 1, 0, $arch], [0x06, 0, 0, 0x80000000],
    [0x20, 0, 0, 0], [0x35, 3, 0, 0x40000000], [0x15, 2, 0, $socket], [0x15, 1, 0, 425],
    [0x06, 0, 0, 0x7fff0000], [0x06, 0, 0, 0x00050001],
  );
  my $code = join '', map { pack 'SCCL', @$_ } @filter;
  my $program = pack('S x6 P', scalar @filter, $code);
  syscall($seccomp + 0, 1, 0, $program) == 0 or fail('filter');
}
$ENV{$_} = $env{$_} for keys %env;
{ no warnings; exec { $ARGV[0] } @ARGV }
fail($ARGV[0]);
`;
