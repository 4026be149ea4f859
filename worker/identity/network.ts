const HEXTETS = 8;
/** What a provider hands to one customer, who may use any address of it. */
const CUSTOMER_HEXTETS = 4;

/**
 * What stands for one caller among addresses: an IPv4 address itself, of an
 * IPv6 address its first half. Anything else stands for itself.
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

/** Loopback, private, link-local and shared ranges: everybody behind one proxy has the same. */
const INSIDE_V4 =
	/^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const INSIDE_V6 = /^(f[cd]|fe[89ab])/;
const OCTET = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;

/**
 * The network that an address lies in: the /24 of an IPv4 address, the /64 of
 * an IPv6 one, which is what one household or one machine has. null for what
 * tells nothing: no address, or one that is no public one.
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

/** The eight groups with four digits each; null for what is no IPv6 address. */
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
