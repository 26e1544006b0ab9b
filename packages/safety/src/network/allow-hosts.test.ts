import { expect, test } from "bun:test";
import { allowHosts } from "./allow-hosts.ts";

test.each([
  ["localhost", "localhost", 80, true],
  ["localhost", "localhost", 3000, true],
  ["localhost:3000", "localhost", 3000, true],
  ["localhost:3000", "localhost", 3001, false],
  ["LocalHost.", "localhost", 80, true],
  ["127.1", "127.0.0.1", 80, true],
  ["127.0.0.1:80", "127.0.0.1", 80, true],
  ["[::1]:8080", "::1", 8080, true],
  ["[::1]:8080", "::1", 80, false],
  ["::1", "::1", 80, true],
  ["*.corp.example", "wiki.corp.example", 443, true],
  ["*.corp.example:443", "a.b.corp.example", 443, true],
  ["*.corp.example", "corp.example", 443, false],
  ["*.corp.example", "evilcorp.example", 443, false],
  ["corp.example", "wiki.corp.example", 443, false],
  ["*", "localhost", 80, false],
  ["", "", 80, false],
  ["http://localhost", "localhost", 80, false],
  ["user@localhost", "localhost", 80, false],
  ["local host", "localhost", 80, false],
])("WEB-6 (part): %p for %p:%p", (entry, host, port, isOpen) => {
  expect(allowHosts([entry])(host, port)).toBe(isOpen);
});
