// The first thing every npm script runs: plain JavaScript without dependencies, because nothing may
// be installed yet. This file keeps to old syntax so that an old Node gets a message, not a parse error.
import { nodeProblem } from "./launch/node-version.mjs";

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  void import("./launch/main.mjs")
    .then(function (launcher) {
      return launcher.main(process.argv.slice(2));
    })
    .catch(function (error) {
      console.error(error);
      return 1;
    })
    .then(function (code) {
      return (process.exitCode = code);
    });
}
