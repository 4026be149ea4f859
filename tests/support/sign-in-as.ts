import type { BrowserContext } from "playwright-core";
import type { Client } from "./client.ts";

/** Lets a browser go on as the member whom the client is signed in as. */
export async function signInAs(
	context: BrowserContext,
	origin: string,
	client: Client,
): Promise<void> {
	const [name = "", ...value] = client.cookie().split("=");
	await context.addCookies([{ name, value: value.join("="), url: origin }]);
}
