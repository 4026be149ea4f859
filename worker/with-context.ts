import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { chooseReading } from "#http/reading.ts";
import { createContext } from "./context.ts";

/** Creates the request's context. If a setting is invalid, answers with its name. */
export const withContext: MiddlewareHandler<AppEnv> = async (c, next) => {
	c.set("context", createContext(c.env, chooseReading(c, Date.now())));
	await next();
};
