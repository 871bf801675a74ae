export interface Settings {
  names: readonly string[]
  length: 'quick' | 'usual' | 'full'
}

/** `parameters` as after `npm run bench --`: names of benchmarks, `--quick`, `--full`. Without names: all of them. */
export function readSettings(parameters: readonly string[], known: readonly string[]): Settings {
  const names = parameters.filter(parameter => !parameter.startsWith('--'))
  const unknown = parameters.filter(
    parameter => !known.includes(parameter) && !['--quick', '--full'].includes(parameter),
  )
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}, --quick, --full`)
  const length = parameters.includes('--quick') ? 'quick' : parameters.includes('--full') ? 'full' : 'usual'
  return {names: names.length === 0 ? known : names, length}
}

/** Picks a number by the length of the run. */
export function byLength({length}: Settings, choices: {quick: number; usual: number; full?: number}): number {
  return length === 'full' ? (choices.full ?? choices.usual) : choices[length]
}
