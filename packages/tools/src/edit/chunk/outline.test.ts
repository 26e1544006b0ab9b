import { describe, expect, test } from "bun:test";
import { outlineOf } from "./outline.ts";
import { languageOf } from "./parse-source.ts";

/** Paths with their lines, from 1, both ends included. */
async function outline(name: string, text: string): Promise<readonly string[]> {
  const language = languageOf(name);
  if (language === null) throw new Error("no grammar");
  const { chunks } = await outlineOf(language, text.replace(/\n$/, "").split("\n"));
  return chunks.map(({ path, from, to }) => `${path} ${from + 1}-${to}`);
}

const TYPESCRIPT = `import x from "x";

/** What it is. */
@sealed()
export class Shop<T> {
  #stock = 1;

  constructor() {}

  // Sells.
  sell(n: number): void {
    this.#stock -= n;
  }

  get stock() {
    return this.#stock;
  }
  set stock(n) {
    this.#stock = n;
  }

  close = async () => {
    this.#stock = 0;
  };
}

export const open = (): Shop<1> => new Shop();
const small = 1, other = 2;
export const table = {
  a: 1,
};
export default function () {}
namespace Deep {
  export function inner() {}
}
interface Door {
  open(): void;
}
describe("shop", () => {
  test("sells", async () => {
    const large = {
      a: 1,
    };
  });
});
a(); function shared() {}
`;

const PYTHON = `import os

# What it is.
@sealed
class Shop(Base):
    """Doc."""

    @property
    def stock(self):
        return 1

    async def sell(self): pass

if os:
    def open():
        def nested():
            pass
`;

const GO = `package shop

// Shop sells.
type Shop struct {
	stock int
}

type (
	A int
	B struct {
		a A
	}
)

func (s *Shop) Sell() {
}

func main() {}
`;

const RUST = `/// Doc
#[derive(Debug)]
pub struct Shop {
    stock: u8,
}

impl<T> fmt::Display for Shop<T>
where
    T: X,
{
    fn fmt(&self) {}
}

#[cfg(test)]
mod tests {
    #[test]
    fn sells() {}
}
`;

const JAVA = `package a;

/** Doc. */
public class Shop {
    private int stock;

    public Shop() {
    }

    @Override
    public String toString() {
        return "";
    }

    void sell(int n) {}

    void sell(String n) {}
}
`;

const CPP = `#ifndef SHOP_H
#define SHOP_H
namespace n {
template <class T>
class Shop : public Base {
 public:
  void sell() {
  }
};
}  // namespace n
int *(*handler(int a))(void) {
  return 0;
}
void n::Shop::close() {
}
#endif
`;

describe("EDIT-5: the chunks of a file", () => {
  test("EDIT-5: TypeScript, with what belongs to a chunk above it", async () => {
    expect(await outline("shop.ts", TYPESCRIPT)).toEqual([
      ". 1-46",
      "Shop 3-25",
      "Shop/constructor 8-8",
      "Shop/sell 10-13",
      "Shop/stock 15-17",
      "Shop/stock~2 18-20",
      "Shop/close 22-24",
      "open 27-27",
      "table 29-31",
      "Deep 33-35",
      "Deep/inner 34-34",
      "Door 36-38",
      "describe shop 39-45",
      "describe shop/test sells 40-44",
    ]);
  });

  test.each([
    [
      "shop.py",
      PYTHON,
      [". 1-17", "Shop 3-12", "Shop/stock 8-10", "Shop/sell 12-12", "open 15-17"],
    ],
    ["shop.go", GO, [". 1-18", "Shop 3-6", "A 9-9", "B 10-12", "Shop.Sell 15-16", "main 18-18"]],
    [
      "shop.rs",
      RUST,
      [
        ". 1-18",
        "Shop 1-5",
        "impl<T> fmt::Display for Shop<T> 7-12",
        "impl<T> fmt::Display for Shop<T>/fmt 11-11",
        "tests 14-18",
        "tests/sells 16-17",
      ],
    ],
    [
      "Shop.java",
      JAVA,
      [
        ". 1-18",
        "Shop 3-18",
        "Shop/Shop 7-8",
        "Shop/toString 10-13",
        "Shop/sell 15-15",
        "Shop/sell~2 17-17",
      ],
    ],
    [
      "shop.h",
      CPP,
      [
        ". 1-16",
        "n 3-10",
        "n/Shop 4-9",
        "n/Shop/sell 7-8",
        "handler 11-13",
        "n::Shop::close 14-15",
      ],
    ],
    ["shop.c", "struct s {\n  int a;\n};\nint f(void) {\n}\n", [". 1-5", "s 1-3", "f 4-5"]],
    ["shop.jsx", "const A = () => <b />;\n", [". 1-1", "A 1-1"]],
    ["empty.ts", "", [". 1-1"]],
  ])("EDIT-5: %s", async (name, text, chunks) => {
    expect(await outline(name, text)).toEqual(chunks);
  });

  test("EDIT-5: what does not parse is named and does not hide the rest", async () => {
    const { chunks, broken } = await outlineOf("TypeScript", [
      "function a() {}",
      "let = = 1",
      "function b() {}",
    ]);
    expect(chunks.map(({ path }) => path)).toEqual([".", "a", "b"]);
    expect(broken).toBe(1);
  });

  test("EDIT-5: a sum changes with the text and with nothing else", async () => {
    const sums = async (text: string): Promise<Record<string, string>> => {
      const { chunks } = await outlineOf("TypeScript", text.split("\n"));
      return Object.fromEntries(chunks.map(({ path, sum }) => [path, sum]));
    };
    const one = await sums("function a() {}\nfunction b() {}");
    const two = await sums("\nfunction a() {}\nfunction b() { }");
    expect(two["a"]).toBe(one["a"] ?? "");
    expect(two["b"]).not.toBe(one["b"] ?? "");
    expect(two["."]).not.toBe(one["."] ?? "");
  });
});
