import { call, reply, say } from "@squire/testkit";

/** Two documents, a question about them, and a model that answers it. */

export const EIFFEL = "corpus/eiffel.md";
export const CN = "corpus/cn.md";

export const CORPUS = {
  [`work/${EIFFEL}`]:
    "# Eiffel Tower\nThe Eiffel Tower is a lattice tower in Paris. It was completed on 31 March 1889. The tower is 330 metres tall.\n",
  [`work/${CN}`]:
    "# CN Tower\nThe CN Tower is a 553.3 metre tower in Toronto, completed in 1976.\n",
};

export const QUESTION = ["which tower is taller?", "--corpus", "corpus", "--sources", "local"];

export const note = (claim: string, quote: string, source: string) =>
  call("note_evidence", { claim, quote, source });

export const GATHER = [
  call("local_search", { query: "height of the Eiffel Tower" }),
  call("local_search", { query: "CN Tower height" }),
  reply(
    note("The Eiffel Tower is 330 metres tall.", "The tower is 330 metres tall.", EIFFEL),
    note(
      "The CN Tower is 553.3 metres tall.",
      "The CN Tower is a 553.3 metre tower in Toronto",
      CN,
    ),
  ),
  say("I am done."),
];

export const REPORT = say("The CN Tower is taller: 553.3 metres [2] against 330 metres [1].");

export const jsonOf = (text: string): unknown => JSON.parse(text);
