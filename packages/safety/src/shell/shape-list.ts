import { escapeGlob, globHead, type Shape } from "./word.ts";

/** More alternatives than this are no longer told apart. */
const MOST = 64;

/** All that a growing word can be. Every step returns a new list; the first is `EMPTY`. */
export type ShapeList = readonly Shape[];

export const EMPTY: ShapeList = [{ type: "exact", value: "" }];

export function addText(list: ShapeList, text: string): ShapeList {
  if (text === "") return list;
  return list.map((shape): Shape => {
    switch (shape.type) {
      case "exact":
        return { ...shape, value: shape.value + text };
      case "glob":
        return { ...shape, pattern: shape.pattern + escapeGlob(text) };
      case "open":
        return shape;
    }
  });
}

export function addWildcard(list: ShapeList, pattern: string): ShapeList {
  return list.map((shape): Shape => {
    switch (shape.type) {
      case "exact":
        return { ...home(shape), type: "glob", pattern: escapeGlob(shape.value) + pattern };
      case "glob":
        return { ...shape, pattern: shape.pattern + pattern };
      case "open":
        return shape;
    }
  });
}

export function addUnknown(list: ShapeList): ShapeList {
  return list.map((shape): Shape => {
    switch (shape.type) {
      case "exact":
        return { ...home(shape), type: "open", begins: shape.value };
      case "glob":
        return { ...home(shape), type: "open", begins: globHead(shape.pattern) };
      case "open":
        return shape;
    }
  });
}

/** One of the given values follows. Too many alternatives become one that stands for all. */
export function addOneOf(list: ShapeList, values: ShapeList): ShapeList {
  if (list.length * values.length > MOST) return addUnknown(list.slice(0, 1).map(anything));
  return list.flatMap((shape) => values.flatMap((value) => join(shape, value)));
}

function join(shape: Shape, value: Shape): ShapeList {
  const isEmpty = shape.type === "exact" && shape.value === "" && shape.home !== true;
  if (isEmpty) return [value];
  // In the middle of a word a home folder is text that is not known.
  if (value.home === true) return addUnknown([shape]);
  switch (value.type) {
    case "exact":
      return addText([shape], value.value);
    case "glob":
      return addWildcard([shape], value.pattern);
    case "open":
      return addUnknown(addText([shape], value.begins));
  }
}

function anything(): Shape {
  return { type: "open", begins: "" };
}

function home(shape: Shape): { readonly home?: true } {
  return shape.home === true ? { home: true } : {};
}
