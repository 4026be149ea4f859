/** Of an IPv6 address, what a provider gives to one customer, who may use any address of it. */
const CUSTOMER_GROUPS = 4;
const CUSTOMER_SUFFIX = "::/64";

/**
 * What stands for one caller among addresses: an IPv4 address itself, also when it is written as
 * an IPv6 one, and the /64 of any other IPv6 address. Other text stands for itself.
 */
export function callerKey(address: string): string {
	const text = address.trim().toLowerCase();
	if (!text.includes(":")) return text;
	const groups = groupsOfV6(text);
	if (!groups) return text;
	if (isMappedV4(groups)) return dottedV4(groups);
	const customer = groups.slice(0, CUSTOMER_GROUPS);
	const short = customer.map((group) => group.replace(/^0+(?=.)/, ""));
	return short.join(":") + CUSTOMER_SUFFIX;
}

/** Loopback, private, link-local and shared ranges: everybody behind one proxy has the same. */
const INSIDE_V4 =
	/^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const INSIDE_V6 = /^(f[cd]|fe[89ab])/;
const OCTET = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;

/**
 * The network that a caller lies in, as `callerKey` names callers: the /24 of an IPv4 address, the
 * /64 of an IPv6 one, which is what one household or one machine has. null for what tells nothing:
 * no address, or one that is no public one.
 */
export function networkPrefix(caller: string): string | null {
	const key = callerKey(caller.replace(/\/64$/, ""));
	if (!key.endsWith(CUSTOMER_SUFFIX))
		return key.includes(".") ? networkOfV4(key) : null;
	const groups = groupsOfV6(key.slice(0, -"/64".length));
	if (!groups || INSIDE_V6.test(groups[0] ?? "")) return null;
	const network = groups.slice(0, CUSTOMER_GROUPS);
	return network.every((group) => group === "0000") ? null : network.join(":");
}

function networkOfV4(address: string): string | null {
	const octets = address.split(".");
	const whole = octets.length === 4 && octets.every((it) => OCTET.test(it));
	return whole && !INSIDE_V4.test(address)
		? octets.slice(0, 3).map(Number).join(".")
		: null;
}

/** ::ffff:0:0/96 */
function isMappedV4(groups: string[]): boolean {
	return groups.slice(0, 6).join("") === `${"0".repeat(20)}ffff`;
}

function dottedV4(groups: string[]): string {
	const hex = groups.slice(6).join("");
	const octets = [0, 2, 4, 6].map((at) => hex.slice(at, at + 2));
	return octets.map((octet) => Number.parseInt(octet, 16)).join(".");
}

/** The eight groups with four digits each; null for what is no IPv6 address. */
function groupsOfV6(address: string): string[] | null {
	const [head = "", tail, ...more] = withoutDots(address).split("::");
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

/** The last 32 bits may be written as an IPv4 address. */
function withoutDots(address: string): string {
	const dotted = /[^:]*$/.exec(address)?.[0] ?? "";
	const octets = dotted.split(".");
	if (octets.length !== 4 || !octets.every((it) => OCTET.test(it)))
		return address;
	const hex = octets.map((it) => Number(it).toString(16).padStart(2, "0"));
	const groups = `${hex.slice(0, 2).join("")}:${hex.slice(2).join("")}`;
	return address.slice(0, -dotted.length) + groups;
}
