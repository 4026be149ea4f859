const HEXTETS = 8;
/** What a provider hands to one customer, who may use any address of it. */
const CUSTOMER_HEXTETS = 4;

/**
 * What stands for one caller among addresses: an IPv4 address itself, of an
 * IPv6 address its first half. Anything else stands for itself.
 */
export function callerOf(address: string): string {
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
