// The worker on the public port of `npm start`: it does what Cloudflare's edge does before a
// request reaches the product, and takes away the headers that Miniflare would obey.

/** Miniflare's parts instruct each other by headers with this prefix, and obey any client's too. */
const INTERNAL_PREFIX = "mf-";

/** `host:port`, the host in brackets if it is IPv6. */
const CLIENT = /^\[?(?<address>.+?)\]?:\d+$/;

/** What Cloudflare compresses, of the types that the product serves. */
const COMPRESSED =
	/^(?:text\/(?:html|plain|css|javascript|xml)|application\/(?:json|ld\+json|manifest\+json|javascript|xml|rss\+xml)|image\/svg\+xml|font\/ttf)(?:;|$)/i;

/** The codings that workerd can apply. */
const CODINGS = ["br", "gzip"];

/** The coding that the client prefers; null if it wants none of them. */
function chooseCoding(accepted) {
	const offers = (accepted ?? "").split(",").map((offer) => {
		const [name = "", weight] = offer.toLowerCase().split(";");
		const q = Number(/^\s*q=([\d.]{1,5})\s*$/.exec(weight ?? "q=1")?.[1] ?? 0);
		return { name: name.trim(), q };
	});
	const [best] = offers
		.filter(({ name, q }) => q > 0 && CODINGS.includes(name))
		.sort((a, b) => b.q - a.q);
	return best?.name ?? null;
}

/** Names the coding in the answer's headers, by which workerd compresses the body. */
function compress(answer, coding) {
	const { headers } = answer;
	const fits =
		COMPRESSED.test(headers.get("content-type") ?? "") && !headers.has("content-encoding");
	if (!coding || !fits) return answer;
	const compressed = new Response(answer.body, answer);
	compressed.headers.set("content-encoding", coding);
	return compressed;
}

/** A host that is an IP address, as a parsed URL writes it. */
const IP_ADDRESS = /^(?:\[[\da-f:.]+\]|(?:\d{1,3}\.){3}\d{1,3})$/;

/**
 * The answer to a request for a name that this server does not know; null for any other. The owner
 * of a name can let it lead to this machine, and browsers then treat their pages as this site's
 * (DNS rebinding). An IP address leads nowhere else. `names` is null where every name is accepted.
 */
function refuseUnknownName(url, names) {
	const { hostname, host } = new URL(url);
	if (names === null || names.includes(hostname) || IP_ADDRESS.test(hostname)) return null;
	const sentence = `This server does not know the name ${host}. If it is yours, set APP_ORIGIN to the address that people open, such as https://${host}, and start again.\n`;
	return new Response(sentence, {
		status: 421,
		headers: {
			"content-type": "text/plain; charset=utf-8",
			"x-content-type-options": "nosniff",
			"cache-control": "no-store",
		},
	});
}

export default {
	async fetch(request, env) {
		const refused = refuseUnknownName(request.url, env.NAMES);
		if (refused) return refused;
		const headers = new Headers(request.headers);
		for (const [name] of request.headers)
			if (name.startsWith(INTERNAL_PREFIX)) headers.delete(name);
		const client = CLIENT.exec(request.cf?.clientIp ?? "")?.groups.address;
		// A proxy in front has set it to the address of its own client.
		if (client && !headers.has("cf-connecting-ip")) headers.set("cf-connecting-ip", client);
		const coding = chooseCoding(headers.get("accept-encoding"));
		const answer = await env.PRODUCT.fetch(new Request(request, { headers, cf: {} }));
		return compress(answer, coding);
	},
};
