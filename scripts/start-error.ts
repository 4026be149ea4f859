/** A start that cannot succeed; the message is for the person who typed the command. */
export class StartError extends Error {
	override name = "StartError";
}
