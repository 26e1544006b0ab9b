/** The looks of a report page: for screens, dark screens and paper. */
export const STYLE = `
:root { --ink: #1c1b19; --soft: #63605a; --line: #dedad2; --paper: #fffdf9; --tint: #f4f0e8; --good: #2c6e49; --warn: #9a5b00; --bad: #a4262c }
* { box-sizing: border-box }
html { overflow-x: clip }
body { font: 17px/1.6 Georgia, "Iowan Old Style", "Times New Roman", serif; color: var(--ink); background: var(--paper); max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
h1, h2, h3, h4, .meta, .pop, table, .state { font-family: system-ui, -apple-system, "Segoe UI", sans-serif }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .4rem }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.02rem; margin: 1.5rem 0 .4rem }
p, ul, ol { margin: .6rem 0 }
li { margin: .3rem 0 }
li > p { margin: .2rem 0 }
a { color: #1f4e79 }
.meta { color: var(--soft); font-size: .82rem; margin: 0 0 1.6rem }
.partial { background: #fff3dc; border-left: 4px solid var(--warn); padding: .7rem 1rem; font-family: system-ui, sans-serif; font-size: .92rem }
blockquote { margin: .8rem 0; padding: .2rem 1rem; border-left: 3px solid var(--line); color: var(--soft) }
pre, code { font: .86em/1.45 ui-monospace, "SF Mono", Consolas, monospace }
pre { background: var(--tint); padding: .8rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse; font-size: .9rem; display: block; overflow-x: auto }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top }
th { background: var(--tint) }
mark { background: #ffe7b8; color: #5c3600; padding: 0 .2em; font-family: system-ui, sans-serif; font-size: .86em }
.cite { position: relative; white-space: nowrap }
.cite > a { font: 600 .72em/1 system-ui, sans-serif; vertical-align: super; text-decoration: none; padding: 0 .1em }
.pop { position: absolute; left: 50%; transform: translateX(-50%); bottom: 1.5em; width: min(24rem, 78vw); padding: .7rem .85rem; background: #fff; color: var(--ink); border: 1px solid var(--line); border-radius: .5rem; box-shadow: 0 6px 24px #0002; font-size: .82rem; line-height: 1.45; white-space: normal; text-align: left; visibility: hidden; opacity: 0; transition: opacity .12s; z-index: 2 }
.cite:hover > .pop, .cite:focus-within > .pop { visibility: visible; opacity: 1 }
.pop q { display: block; font-family: Georgia, serif; font-size: .95rem; margin-bottom: .35rem }
.state { font-weight: 600; font-size: .78rem }
.verified, .near { color: var(--good) }
.near { color: var(--warn) }
.missing, .unreachable { color: var(--bad) }
.sources { padding-left: 1.6rem }
.sources > li { margin: 1rem 0; overflow-wrap: anywhere }
.sources q { display: block }
.sources .meta { margin: .15rem 0 0 }
.sources li:target { background: var(--tint); outline: .4rem solid var(--tint) }
details { font-family: system-ui, sans-serif; font-size: .82rem; color: var(--soft) }
summary { cursor: pointer }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .8rem }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e5dd; --soft: #a39d92; --line: #3a3733; --paper: #191817; --tint: #262422; --good: #7cc79a; --warn: #e0ab57; --bad: #f08a8f }
  a { color: #8fb8e0 }
  .pop { background: #262422 }
  .partial { background: #3a2f1a }
  mark { background: #5c430f; color: #ffe7b8 }
}
@media (max-width: 34rem) { .pop { position: fixed; left: 5vw; right: 5vw; bottom: 1rem; width: auto; transform: none } }
@media print {
  body { font-size: 11pt; max-width: none; padding: 0; background: #fff; color: #000 }
  .pop { display: none }
  a { color: inherit; text-decoration: none }
  h2, h3 { break-after: avoid }
  .sources > li, blockquote, table { break-inside: avoid }
}
`;
