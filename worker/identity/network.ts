const HEXTETS = 8;
/** An IPv6 customer usually gets a /64 and may use any address in it. */
const CUSTOMER_HEXTETS = 4;

/**
 * The key under which a caller's address is counted: an IPv4 address itself, the first
 * half of an IPv6 address, any other text unchanged.
 */
export function callerKey(address: string): string {
	const [head = "", tail] = address.toLowerCase().split("::");
	if (!address.includes(":") || address.includes(".")) return address;
	const before = head === "" ? [] : head.split(":");
	const after = tail ? tail.split(":") : [];
	const missing = Math.max(0, HEXTETS - before.length - after.length);
	const filled = tail === undefined ? [] : new Array<string>(missing).fill("0");
	const hextets = [...before, ...filled, ...after]
		.slice(0, CUSTOMER_HEXTETS)
		.map((hextet) => hextet.replace(/^0+(?=.)/, ""));
	return `${hextets.join(":")}::/64`;
}

/**
 * Loopback, private, link-local and shared ranges: everyone behind one proxy has the same
 * address.
 */
const INSIDE_V4 =
	/^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const INSIDE_V6 = /^(f[cd]|fe[89ab])/;
const OCTET = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;

/**
 * The network of an address: /24 for IPv4, /64 for IPv6, which is what one household or
 * one machine has. null if it is not a public address.
 */
export function networkPrefix(address: string): string | null {
	const text = address.trim().toLowerCase();
	const mapped = text.replace(/^::ffff:(?=\d+\.)/, "");
	if (mapped.includes(".")) return networkOfV4(mapped);
	const groups = groupsOfV6(text);
	if (!groups || INSIDE_V6.test(groups[0] ?? "")) return null;
	const network = groups.slice(0, 4);
	return network.every((group) => group === "0000") ? null : network.join(":");
}

function networkOfV4(address: string): string | null {
	const octets = address.split(".");
	const whole = octets.length === 4 && octets.every((it) => OCTET.test(it));
	return whole && !INSIDE_V4.test(address)
		? octets.slice(0, 3).map(Number).join(".")
		: null;
}

/** The eight groups with four digits each; null if it is not an IPv6 address. */
function groupsOfV6(address: string): string[] | null {
	const [head = "", tail, ...more] = address.split("::");
	if (more.length > 0) return null;
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const missing = 8 - before.length - after.length;
	if (tail === undefined ? missing !== 0 : missing < 1) return null;
	const groups = [...before, ...Array<string>(missing).fill("0"), ...after];
	return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
		? groups.map((group) => group.padStart(4, "0"))
		: null;
}
