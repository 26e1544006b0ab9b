/** Some of a made-up repository by path: what it does is said in names and comments, as people do. */
const WRITTEN: Readonly<Record<string, string>> = {
  "src/net/retry-policy.ts": `/** How often something is tried again. */
export const MOST_ATTEMPTS = 5;

/** Each failure makes the next wait twice as long, with a little chance in it. */
export function backOff(attempt: number, random: () => number): number {
  const base = 250 * 2 ** attempt;
  return Math.min(30_000, base * (0.5 + random()));
}

/** Whether a failure may be gone by itself the next time. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
`,
  "src/billing/invoice_mailer.py": `class InvoiceMailer:
    """Sends each invoice once."""

    def email_of(self, invoice):
        return invoice.customer.email

    def send(self, invoice):
        self.server.deliver(self.email_of(invoice), render(invoice))
`,
  "cmd/migrate/main.go": `package main

// applyMigrations runs what the database has not seen yet, in order.
func applyMigrations(db *sql.DB, files []string) error {
	for _, file := range files {
		if err := run(db, file); err != nil {
			return err
		}
	}
	return nil
}
`,
  "docs/operations.md": `# Operations

## Backups

The database is copied every night; copies older than a month are removed.
`,
  "package-lock.json": "{}\n",
};

/** At least thirty files worth indexing. */
export function repository(): Readonly<Record<string, string>> {
  const parts = "auth cart catalogue checkout coupon delivery export import".split(" ");
  const made = parts.flatMap((part) =>
    ["store", "routes", "view", "format"].map(
      (kind) => [`src/${part}/${part}-${kind}.ts`, moduleOf(part, kind)] as const,
    ),
  );
  return { ...Object.fromEntries(made), ...WRITTEN };
}

function moduleOf(part: string, kind: string): string {
  const name = `${part}${kind[0]?.toUpperCase()}${kind.slice(1)}`;
  return `import { open } from "../open.ts";

/** The ${kind} of the ${part}. */
export function ${name}(input: string): string {
  return open(input, "${part}");
}
`;
}
