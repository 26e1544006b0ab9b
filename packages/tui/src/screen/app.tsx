import { Box, Text } from "ink";
import { memo, useSyncExternalStore, type ReactElement } from "react";
import { SECTIONS, type SectionName } from "./sections.ts";
import type { ScreenStore } from "./store.ts";

/**
 * The live region: what still changes of the transcript, the panel, the composer, the status line.
 * Lines come wrapped and painted; a key in the composer draws the composer and nothing else.
 */
export function App({ store }: { readonly store: ScreenStore }): ReactElement {
  return (
    <Box flexDirection="column">
      <Section store={store} name="live" />
      <Section store={store} name="panel" />
      <Section store={store} name="composer" />
      <Section store={store} name="status" />
    </Box>
  );
}

type SectionProps = { readonly store: ScreenStore; readonly name: SectionName };

const Section = memo(function Section({ store, name }: SectionProps): ReactElement | null {
  const text = useSyncExternalStore(store.subscribe, () => SECTIONS[name](store.get()));
  if (text === "") return null;
  return (
    <Box flexShrink={0}>
      <Text wrap="truncate">{text}</Text>
    </Box>
  );
});
