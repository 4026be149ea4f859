import * as z from "zod";
import { parseAddress } from "#contract/addresses.ts";

/** The server that the extension was built for, without a slash at the end. */
declare const BUILT_FOR: string;

const Kept = z.object({
	/** Another server than the one it was built for. */
	server: z.string().optional(),
	key: z.string().optional(),
	cards: z.boolean().optional(),
	/** The keys that check the last minute; empty for none. */
	shortcut: z.string().max(40).optional(),
});
type Kept = z.infer<typeof Kept>;

/** What is stored in this browser; a damaged value counts as absent. */
export async function readKept(): Promise<Kept & { server: string }> {
	const parsed = Kept.safeParse(await chrome.storage.local.get());
	const kept = parsed.success ? parsed.data : {};
	return { ...kept, server: kept.server ?? BUILT_FOR };
}

export const keep = (values: Kept) => chrome.storage.local.set(values);

/**
 * Deletes the key here in any case, and at the server that gave it. Returns what is left for the
 * member to do if the server did not delete it.
 */
export async function signOut(): Promise<string | null> {
	const { server, key } = await readKept();
	if (key === undefined) return null;
	const is_deleted = await ask("/api/extension/key", {
		schema: z.unknown(),
		method: "DELETE",
		as_member: true,
	}).then(
		() => true,
		// The key was revoked on the account page before.
		(thrown) => thrown instanceof ServerProblem && thrown.status === 401,
	);
	await chrome.storage.local.remove("key");
	return is_deleted
		? null
		: `You are signed out in this browser only: ${server} did not confirm it. Please revoke “Browser extension” on your account page there.`;
}

/** What was looked up is older than a result that was made since. */
export const forgetLookups = () => chrome.storage.session.clear();

/** A key belongs to the server that gave it. Returns what is left to do at the old server. */
export async function changeServer(server: string): Promise<string | null> {
	const left_to_do = await signOut();
	await keep({ server });
	await forgetLookups();
	return left_to_do;
}

/** The origin of an address that a person has typed; null if it is none that may be used. */
export function readServerAddress(text: string): string | null {
	const url = parseAddress(text.trim());
	if (url === null || url.username !== "" || url.password !== "") return null;
	const local = ["localhost", "127.0.0.1"].includes(url.hostname);
	return url.protocol === "https:" || (url.protocol === "http:" && local) ? url.origin : null;
}

/** Why a request failed, in words for a person. */
export class ServerProblem extends Error {
	readonly status: number;
	readonly code: string;
	/** Whether a run failed that a transcript would help. */
	readonly transcript_wanted: boolean;

	constructor(status: number, code: string, detail: string, transcript_wanted = false) {
		super(detail);
		this.status = status;
		this.code = code;
		this.transcript_wanted = transcript_wanted;
	}
}

/** Failures that pass only when the site's operator or the next day changes something. */
const LASTING = [
	"metadata_not_configured",
	"provider_budget_spent",
	"spending_budget_spent",
	"member_share_spent",
	"network_share_spent",
];

/** Whether trying again can help after a request or a run failed. */
export function retryHelps({ status, code }: { status: number; code: string }): boolean {
	if (LASTING.includes(code)) return false;
	return [0, 401, 429].includes(status) || status >= 500 || code === "analysis_running";
}

const TIMEOUT_MS = 15_000;
/** A report of 200 statements has about one million characters. */
const MAX_CHARS = 8_000_000;
const UNREACHABLE = "The server could not be reached. Please try again.";

const Problem = z.object({ code: z.string(), detail: z.string().max(1_000) });

type Request<T> = {
	schema: z.ZodType<T>;
	method?: "POST" | "PUT" | "DELETE";
	body?: unknown;
	/** Acts as the member who has signed in. */
	as_member?: boolean;
	timeout_ms?: number;
};

/** Asks the server; throws a ServerProblem for anything but an answer of the expected shape. */
export async function ask<T>(path: string, request: Request<T>): Promise<T> {
	const { schema, method = "GET", body, as_member = false } = request;
	const { server, key } = await readKept();
	const headers: Record<string, string> = { accept: "application/json" };
	if (body !== undefined) headers["content-type"] = "application/json";
	if (as_member && key !== undefined) headers.authorization = `Bearer ${key}`;
	const response = await fetch(server + path, {
		method,
		headers,
		...(body !== undefined && { body: JSON.stringify(body) }),
		// The extension acts with its own key, never with the site's cookies.
		credentials: "omit",
		referrerPolicy: "no-referrer",
		redirect: "error",
		cache: "no-cache",
		signal: AbortSignal.timeout(request.timeout_ms ?? TIMEOUT_MS),
	}).catch(() => null);
	const text = await response?.text().catch(() => null);
	if (!response || typeof text !== "string" || text.length > MAX_CHARS)
		throw new ServerProblem(0, "unreachable", UNREACHABLE);
	const answer = parseJson(text);
	if (!response.ok) {
		// A key that was revoked on the account page is of no more use.
		if (response.status === 401 && as_member) await chrome.storage.local.remove("key");
		const problem = Problem.safeParse(answer).data;
		throw new ServerProblem(
			response.status,
			problem?.code ?? "unreachable",
			problem?.detail ?? UNREACHABLE,
		);
	}
	const parsed = schema.safeParse(answer);
	if (parsed.success) return parsed.data;
	throw new ServerProblem(0, "bad_answer", UNREACHABLE);
}

function parseJson(text: string): unknown {
	try {
		return text === "" ? null : JSON.parse(text);
	} catch {
		return undefined;
	}
}
