import { install } from "./install.mjs";

install();
