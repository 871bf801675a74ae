export interface Settings {
  names: readonly string[]
  length: 'quick' | 'usual' | 'full'
}

/** `parameters` are those after `npm run bench --`: names of benchmarks (none means all), `--quick` and `--full`. */
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

export function byLength({length}: Settings, choices: {quick: number; usual: number; full?: number}): number {
  return length === 'full' ? (choices.full ?? choices.usual) : choices[length]
}
