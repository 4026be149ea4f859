import { encode } from "uqr";

/** Light modules on each side, without which scanners do not find the code (ISO/IEC 18004). */
const QUIET = 4;

/** The address of an authenticator's secret as a QR code, always dark on light. */
export function SetupCode({ uri }: { uri: string }) {
	const { data, size } = encode(uri, { ecc: "M", border: QUIET });
	const dark = data
		.flatMap((row, y) => row.map((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : "")))
		.join("");
	return (
		<svg
			role="img"
			aria-label="QR code of the setup key"
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className="size-52 self-start rounded-md"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={dark} fill="#000" />
		</svg>
	);
}
