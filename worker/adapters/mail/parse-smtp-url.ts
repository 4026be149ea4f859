export type SmtpServer = {
	host: string;
	port: number;
	/** TLS from the first byte on, as on port 465. */
	secure: boolean;
	/** Without it TLS is used where the server offers it. */
	requires_tls: boolean;
	login: { user: string; pass: string } | null;
};

const SUBMISSION_PORT = 587;
const SMTPS_PORT = 465;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** `smtp://` or `smtps://`, with user and password where the server wants them. */
export function parseSmtpUrl(text: string): SmtpServer {
	const url = new URL(text);
	const secure = url.protocol === "smtps:";
	const user = decodeURIComponent(url.username);
	const pass = decodeURIComponent(url.password);
	const login = user ? { user, pass } : null;
	return {
		host: url.hostname.replace(/^\[|\]$/g, ""),
		port: Number(url.port) || (secure ? SMTPS_PORT : SUBMISSION_PORT),
		secure,
		// A password crosses no network in the clear, whatever stands in between.
		requires_tls: !secure && login !== null && !LOOPBACK.test(url.hostname),
		login,
	};
}
