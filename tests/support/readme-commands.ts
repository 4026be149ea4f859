/** The README's blocks for a shell that call curl, each as one script. */
export function curlBlocks(readme: string): string[] {
	const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)];
	return blocks
		.map(([, block]) => block ?? "")
		.filter((block) => /^\s*(\w+=\$\()?curl\b/m.test(block));
}
