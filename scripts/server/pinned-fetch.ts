import { once } from "node:events";
import {
	Agent as HttpAgent,
	type IncomingMessage,
	type RequestListener,
	request as requestHttp,
	type ServerResponse,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable, type Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import * as z from "zod";
import { isPublicAddress } from "#outbound/addresses.ts";
import { OUTCOME_HEADER, type PinnedOutcome, type PinnedRequest } from "#outbound/pinned-fetch.ts";

const Request: z.ZodType<PinnedRequest> = z.object({
	url: z.url({ protocol: /^https?$/ }),
	addresses: z.array(z.string()),
	method: z.enum(["GET", "HEAD", "POST"]),
	headers: z.record(z.string(), z.string()),
	body: z.string().nullable(),
	timeout_ms: z.number().positive(),
	max_bytes: z.number().nonnegative(),
});

type Rules = {
	/** `host:port` of hosts in the operator's network, whose names this machine resolves. */
	trusted_hosts: readonly string[];
	/** For tests. Default: what belongs to the public internet. */
	isAllowed?: (address: string) => boolean;
};

/** The next address is tried after this time, while the earlier attempt goes on. */
const ATTEMPT_MS = 1_000;
/** Each request has a connection of its own, without a proxy that the environment may name. */
const CONNECTIONS = {
	keepAlive: false,
	autoSelectFamily: true,
	autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
};
const HTTP = new HttpAgent(CONNECTIONS);
const HTTPS = new HttpsAgent({
	...CONNECTIONS,
	maxCachedSessions: 0,
	// Whatever the environment says.
	rejectUnauthorized: true,
});
/** All headers of an answer together. */
const MAX_HEADER_BYTES = 16 * 1_024;
const CODINGS = "gzip, br";

/** Headers of a single connection, or which no longer match the decoded body. */
const TRAVEL_HEADERS = new Set([
	"connection",
	"content-encoding",
	"content-length",
	"keep-alive",
	"proxy-authenticate",
	"proxy-connection",
	"set-cookie",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
	OUTCOME_HEADER,
]);

/**
 * Answers a PinnedRequest with what the URL's host answers, and connects to no address but those
 * that the request names. Certificate and Host header are those of the URL. Follows no redirect
 * and uses no proxy. Ends when the caller hangs up, at the deadline, or after `max_bytes`.
 */
export function createPinnedFetch(rules: Rules): RequestListener {
	return (incoming, outgoing) => {
		const ended = new AbortController();
		outgoing.once("close", () => ended.abort());
		void passOn(incoming, outgoing, ended, rules).catch(() =>
			outgoing.headersSent ? outgoing.destroy() : refuse(outgoing, "network"),
		);
	};
}

function refuse(outgoing: ServerResponse, outcome: PinnedOutcome): void {
	outgoing.writeHead(502, { [OUTCOME_HEADER]: outcome }).end();
}

async function passOn(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	ended: AbortController,
	rules: Rules,
): Promise<void> {
	const request = Request.parse(JSON.parse(await text(incoming)));
	const deadline = setTimeout(() => {
		if (outgoing.headersSent) outgoing.destroy();
		else refuse(outgoing, "timeout");
		ended.abort();
	}, request.timeout_ms);
	try {
		const answer = await send(request, ended.signal, rules);
		await giveBack(answer, outgoing, request.max_bytes, ended.signal);
	} catch (error) {
		if (!ended.signal.aborted) throw error;
	} finally {
		clearTimeout(deadline);
		ended.abort();
	}
}

async function send(
	{ url: href, addresses, method, headers, body }: PinnedRequest,
	signal: AbortSignal,
	{ trusted_hosts, isAllowed = isPublicAddress }: Rules,
): Promise<IncomingMessage> {
	const url = new URL(href);
	// Pages and webhooks trust hosts of their own: what was checked is not trusted.
	const trusted = addresses.length === 0 && trusted_hosts.includes(url.host);
	const lookup = trusted ? {} : { lookup: lookUp(allowed(url, addresses, isAllowed)) };
	const secure = url.protocol === "https:";
	const open = secure ? requestHttps : requestHttp;
	const sent = open(url, {
		...lookup,
		method,
		headers: { ...headers, "accept-encoding": CODINGS },
		agent: secure ? HTTPS : HTTP,
		maxHeaderSize: MAX_HEADER_BYTES,
		insecureHTTPParser: false,
		signal,
	});
	// An error after the response ends its body.
	sent.on("error", () => {});
	sent.end(body ?? undefined);
	return new Promise((resolve, reject) => {
		sent.once("response", resolve).once("error", reject);
		// Without an error if the host switches to another protocol.
		sent.once("close", () => reject(new Error("The host did not answer.")));
	});
}

/** The addresses to connect to. Throws if one of them is not allowed, or if there are none. */
function allowed(
	{ hostname }: URL,
	checked: readonly string[],
	isAllowed: (address: string) => boolean,
): readonly string[] {
	// Node connects to an address in a URL without a lookup.
	const literal = hostname.replace(/^\[|\]$/g, "");
	const addresses = isIP(literal) ? [literal] : checked;
	if (addresses.length > 0 && addresses.every(isAllowed)) return addresses;
	throw new Error("The host has an address that is not allowed.");
}

/** Takes the place of the machine's resolver. */
function lookUp(addresses: readonly string[]): LookupFunction {
	const all = addresses.map((address) => ({ address, family: isIP(address) }));
	return (_hostname, options, callback) => {
		const [first] = all;
		if (options.all || !first) callback(null, all);
		else callback(null, first.address, first.family);
	};
}

async function giveBack(
	answer: IncomingMessage,
	outgoing: ServerResponse,
	max_bytes: number,
	signal: AbortSignal,
): Promise<void> {
	const body = decode(answer);
	outgoing.writeHead(answer.statusCode ?? 0, passedHeaders(answer));
	outgoing.flushHeaders();
	let bytes = 0;
	for await (const chunk of body) {
		bytes += (chunk as Buffer).byteLength;
		if (!outgoing.write(chunk)) await once(outgoing, "drain", { signal });
		if (bytes > max_bytes) break;
	}
	outgoing.end();
	await once(outgoing, "close");
}

const DECODERS = new Map<string, () => Transform>([
	["br", createBrotliDecompress],
	["deflate", createInflate],
	["gzip", createGunzip],
	["x-gzip", createGunzip],
]);
/** They have no body, so nothing can be decoded. */
const BODILESS = new Set([204, 205, 304]);

/** Throws if the body has several codings or an unknown one. */
function decode(answer: IncomingMessage): Readable {
	const coding = answer.headers["content-encoding"]?.trim().toLowerCase();
	const plain = !coding || coding === "identity";
	if (plain || BODILESS.has(answer.statusCode ?? 0)) return answer;
	const create = DECODERS.get(coding);
	if (!create) throw new Error("The coding is unknown.");
	// The decoder reports its own errors and those of the answer to its reader.
	return pipeline(answer, create(), () => {});
}

function passedHeaders({ headersDistinct }: IncomingMessage) {
	const passed = Object.entries(headersDistinct).flatMap(([name, values]) =>
		values === undefined || TRAVEL_HEADERS.has(name) ? [] : [[name, values] as const],
	);
	return { ...Object.fromEntries(passed), [OUTCOME_HEADER]: "answer" };
}
