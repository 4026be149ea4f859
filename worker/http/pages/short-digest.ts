const BYTES = 9;

/** Enough of a SHA-256 to tell versions of one page apart, in hex. */
export async function shortDigest(text: string): Promise<string> {
	const bytes = await crypto.subtle.digest(
		"SHA-256",
		new TextEncoder().encode(text),
	);
	return [...new Uint8Array(bytes, 0, BYTES)]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}
