import { version } from "../package.json";

/** The release that this code is: the package's version, which `npm version` raises. */
export const VERSION: string = version;
