import {readOptions} from './options'
import {runFleet} from './run'

/** `npm run fleet`. The first Ctrl+C ends it, the second one at once. */
export async function fleetCommand(
  parameters: readonly string[],
  _environment: NodeJS.ProcessEnv,
  tell: (line: string) => void,
): Promise<void> {
  const options = readOptions(parameters)
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  await runFleet(options, {tell, signal: ending.signal})
}
