import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { install } from "./install.mjs";

/**
 * `node scripts/launch.mjs PROGRAM ...`: installs the packages, then runs a TypeScript program in
 * this process. With the shell's `exec` before it, npm is its parent and gets its exit code, and it
 * gets npm's signals. Windows' shell finds `exec.cmd`.
 */

const [node = "", , program = "", ...args] = process.argv;
install();
await import("tsx");
const path = resolve(program);
process.argv = [node, path, ...args];
await import(pathToFileURL(path).href);
