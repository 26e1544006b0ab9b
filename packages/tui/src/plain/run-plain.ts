import { emptyView, watchSession, type View } from "@squire/client";
import { AttachedImages } from "../screen/effects/attached-images.ts";
import { perform } from "../screen/effects/perform.ts";
import type { EffectPorts } from "../screen/effects/ports.ts";
import { firstState, type AppState, type Effect } from "../screen/state/app-state.ts";
import { pickerItems } from "../screen/state/picker.ts";
import { submit } from "../screen/state/submit.ts";
import { update, type Message } from "../screen/state/update.ts";
import { watchLine } from "../screen/watch-line.ts";
import { Highlighter } from "../text/code/highlighter.ts";
import { lineText, type Line } from "../text/span.ts";
import { replaced } from "../composer/composer.ts";
import { standingImages } from "../composer/images.ts";
import type { ExitInfo, TuiOptions } from "../tui-options.ts";
import { inertLine } from "../text/inert.ts";
import { PlainVoice } from "./plain-voice.ts";
import { plainAnswer } from "./plain-answer.ts";

export type PlainOptions = Pick<
  TuiOptions,
  "client" | "sessionKey" | "begin" | "settings" | "ports"
> & {
  /** Whole lines as the user types them; ends when the input does. */
  readonly lines: AsyncIterable<string>;
  readonly write: (text: string) => void;
};

/**
 * The face for screen readers and dumb terminals (TUI-17): lines in, lines out, no cursor control, no
 * colours. It has the same commands and asks the same questions as the other one.
 */
export async function runPlain(options: PlainOptions): Promise<ExitInfo> {
  const face = new PlainFace(options);
  return face.run();
}

class PlainFace {
  readonly #options: PlainOptions;
  readonly #voice: PlainVoice;
  readonly #images = new AttachedImages();
  #state: AppState;
  #sessionKey: string | null;
  #isLeaving = false;
  #isDown = false;
  #stop: () => void = () => {};

  constructor(options: PlainOptions) {
    this.#options = options;
    this.#sessionKey = options.sessionKey;
    this.#voice = new PlainVoice(options.write);
    const size = { columns: 100, rows: 1000 };
    this.#state = firstState(emptyView(options.sessionKey ?? ""), size);
  }

  async run(): Promise<ExitInfo> {
    const { client } = this.#options;
    if (this.#sessionKey !== null) this.#watch(this.#sessionKey);
    const { commands } = await client.call("commands.list", {});
    this.#dispatch({ type: "commands", commands });
    this.#say("Squire. Type a message and Enter. /help lists the commands, /quit leaves.");
    const deafen = this.#options.ports.onWarning((text) => this.#say(text.trim()));
    const stopLine = watchLine(this.#options.ports, {
      // Said once: a reader would say every second of it.
      show: (lostAt) => this.#lineDown(lostAt !== null),
      back: () => this.#say("Connected again."),
    });
    for await (const line of this.#options.lines) {
      await this.#take(line);
      if (this.#isLeaving) break;
    }
    this.#stop();
    deafen();
    stopLine();
    return { reason: this.#isLeaving ? "quit" : "hangup", sessionKey: this.#sessionKey };
  }

  #lineDown(isDown: boolean): void {
    if (isDown && !this.#isDown) this.#say("Connection lost, trying again.");
    this.#isDown = isDown;
  }

  #watch(sessionKey: string): void {
    this.#stop();
    this.#sessionKey = sessionKey;
    const watched = watchSession(this.#options.client, sessionKey, {
      onView: (view) => this.#viewed(view),
    });
    this.#stop = () => watched.close();
  }

  async #ensureSession(): Promise<string> {
    if (this.#sessionKey !== null) return this.#sessionKey;
    const { client, begin } = this.#options;
    const { sessionKey } = await client.call("sessions.create", begin);
    this.#watch(sessionKey);
    return sessionKey;
  }

  #viewed(view: View): void {
    this.#voice.follow(view);
    const step = update(this.#state, { type: "view", view, at: this.#options.ports.now() });
    this.#state = step.state;
  }

  /** A line is an answer to what is asked, a choice from a list, or a prompt. */
  async #take(line: string): Promise<void> {
    const answer = plainAnswer(this.#state.view, line);
    if (answer !== null) return this.#perform([answer]);
    const { picker } = this.#state;
    if (picker !== null) {
      const choice = pickerItems(picker)[Number(line.trim()) - 1];
      this.#dispatch({ type: "picker", picker: null });
      if (choice === undefined) return this.#say("Nothing was chosen.");
      return this.#perform([{ type: "pick", kind: picker.kind, choice, subject: picker.subject }]);
    }
    const { composer } = this.#state;
    const marks = standingImages(composer).map(({ mark }) => mark);
    const isMessage = !/^(?:[!/]|#\s|\s*$)/.test(line);
    const words = isMessage && marks.length > 0 ? `${line}\n${marks.join("")}` : line;
    const step = submit({ ...this.#state, composer: replaced(composer, words) }, false);
    // Images that were attached wait for the next message.
    this.#state = isMessage || marks.length === 0 ? step.state : { ...step.state, composer };
    return this.#perform(step.effects);
  }

  async #perform(effects: readonly Effect[]): Promise<void> {
    for (const effect of effects) {
      if (effect.type === "send") this.#options.ports.remember(effect.text);
      await perform(effect, this.#effectPorts());
    }
  }

  #dispatch(message: Message): void {
    const step = update(this.#state, message);
    this.#state = step.state;
    if (message.type === "picker" && message.picker !== null) {
      const items = message.picker.items.map(
        ({ label, detail }, index) => `${index + 1}: ${inertLine(label)} ${inertLine(detail)}`,
      );
      this.#say([`Choose from ${message.picker.title} by number:`, ...items].join("\n"));
    } else if (message.type === "compose") this.#say(`To send again: ${inertLine(message.text)}`);
    else if (message.type === "attach") {
      this.#say(`With your next message: ${step.state.composer.text}`);
      void this.#perform(step.effects);
    } else if (message.type === "hint" && message.text !== null) this.#say(message.text);
  }

  #say(text: string): void {
    this.#voice.say(text);
  }

  #effectPorts(): EffectPorts {
    const { client, ports } = this.#options;
    const print = (lines: readonly Line[]): void =>
      this.#say(lines.map(lineText).join("\n").replace(/^\n+/, ""));
    return {
      client,
      ready: () => Promise.resolve(),
      sessionKey: () => this.#ensureSession(),
      openKey: () => this.#sessionKey,
      state: () => this.#state,
      dispatch: (message) => this.#dispatch(message),
      print,
      now: ports.now,
      itemContext: () => ({
        width: 100,
        lex: null,
        highlighter: new Highlighter(),
        expanded: true,
        showThinking: false,
        now: ports.now(),
      }),
      switchTo: (sessionKey) => this.#watch(sessionKey),
      exit: () => {
        this.#isLeaving = true;
      },
      suspend: () => Promise.resolve(),
      edit: ports.editText,
      clear: () => {},
      images: this.#images,
      readImage: ports.readImage,
      copy: ports.copyText,
      notify: () => {},
      setTheme: () => Promise.resolve("There are no colours in plain mode."),
      lastAnswer: () => null,
      unfold: () => false,
    };
  }
}
