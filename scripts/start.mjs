import { install } from "./install.mjs";

install();
// In this very process, so that whoever ends it ends the server and not a go-between.
const { register } = await import("tsx/esm/api");
register();
await import("./serve.ts");
