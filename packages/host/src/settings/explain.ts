import { formatKeyPath, parseKeyPath, samePath, startsWith } from "./key-path.ts";
import { isKnown, suggestKey } from "./known-keys.ts";
import type { Layer, LayerName } from "./layer.ts";
import type { LoadedSettings } from "./load.ts";
import { maskSettings } from "./mask-settings.ts";
import { mergeTables, settleAppends } from "./merge.ts";
import { allKeys, LISTS } from "./schema.ts";
import {
  isTable,
  tableOf,
  valueAt,
  type KeyPath,
  type TomlTable,
  type TomlValue,
} from "./toml-value.ts";

/** What one layer says about a key. Values are masked. */
export type LayerSays = {
  readonly layer: LayerName;
  /** `file:line`, `--flag`, `VARIABLE` or `default`. */
  readonly origin: string;
  readonly value?: TomlValue;
  /** Why what is written there is not used. */
  readonly ignored?: string;
  /** This is (part of) the value in effect. */
  readonly inEffect: boolean;
};

export type Explanation =
  | {
      readonly known: true;
      readonly key: string;
      readonly about?: string;
      readonly value?: TomlValue;
      /** Every layer, from the strongest to the weakest. */
      readonly layers: readonly LayerSays[];
    }
  | { readonly known: false; readonly key: string; readonly message: string };

/** Where a setting comes from, layer by layer (CFG-3). */
export function explainKey(key: string, loaded: Pick<LoadedSettings, "layers">): Explanation {
  const path = parseKeyPath(key);
  if (path === null || !isKnown(path)) {
    const meant = path === null ? null : suggestKey(path);
    const hint = meant === null ? "`squire config list` shows all keys." : `Did you mean ${meant}?`;
    return { known: false, key, message: `There is no setting ${key}. ${hint}` };
  }
  const about = allKeys().find(([known]) => samePath(known, path))?.[1].about;
  const value = valueAt(mergeLayers(loaded.layers), path);
  return {
    known: true,
    key: formatKeyPath(path),
    ...(about === undefined ? {} : { about }),
    ...(value === undefined ? {} : { value: maskSettings(value, path) }),
    layers: explainLayers(path, loaded.layers),
  };
}

function explainLayers(path: KeyPath, layers: readonly Layer[]): LayerSays[] {
  let decided = false;
  return layers.map((layer) => {
    const said = valueAt(settleAppends(layer.values), path);
    const ignored = layer.problems.find(({ key }) => covers(key, path))?.message;
    const inEffect = said !== undefined && !decided;
    // A table, and a list that is added to, show what lies below them as well.
    const showsBelow = isTable(said) || valueAt(layer.values, path) === undefined;
    if (inEffect && !showsBelow) decided = true;
    return {
      layer: layer.name,
      origin: said === undefined && ignored === undefined ? layer.origin : layer.originOf(path),
      ...(said === undefined ? {} : { value: maskSettings(said, path) }),
      ...(ignored === undefined ? {} : { ignored }),
      inEffect,
    };
  });
}

function covers(key: string | undefined, path: KeyPath): boolean {
  const about = key === undefined ? null : parseKeyPath(key);
  return about !== null && startsWith(path, about);
}

function mergeLayers(layers: readonly Layer[]): TomlTable {
  const merged = layers.reduceRight((lower, { values }) => mergeTables(lower, values), tableOf([]));
  return settleAppends(merged);
}

export type ListedKey = {
  readonly key: string;
  readonly about: string;
  /** The value in effect, masked; absent when nobody sets it. */
  readonly value?: TomlValue;
  readonly layer?: LayerName;
};

/** Every key there is, with its value and the layer it comes from. */
export function listKeys(loaded: Pick<LoadedSettings, "layers">): readonly ListedKey[] {
  const merged = mergeLayers(loaded.layers);
  const lists = Object.keys(LISTS).map((name) => ({
    path: [name],
    about: `The [[${name}]] tables.`,
  }));
  const keys = allKeys().map(([path, { about }]) => ({ path, about }));
  return [...keys, ...lists].map(({ path, about }) => {
    const value = valueAt(merged, path);
    const key = formatKeyPath(path);
    if (value === undefined) return { key, about };
    const top = loaded.layers.find(
      ({ values }) => valueAt(settleAppends(values), path) !== undefined,
    );
    const from = top === undefined ? {} : { layer: top.name };
    return { key, about, value: maskSettings(value, path), ...from };
  });
}
