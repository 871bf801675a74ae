import {expect, it} from 'vitest'
import type {AnyStateMachine, AnyStateNode} from 'xstate'
import {type Modules, machinesOf} from '../gallery/coverage'

const MODULES: Modules = import.meta.glob(
  ['../../src/machines/**/*.ts', '../../server/alarm/evaluation/lifeCycle.ts'],
  {eager: true},
)

it('docs/machines.md lists every machine with its states (npm run machines writes it)', async () => {
  await expect(catalogue(MODULES)).toMatchFileSnapshot('../../docs/machines.md')
})

function catalogue(modules: Modules): string {
  const rooms = new Map<string, string[]>()
  for (const [path, module] of Object.entries(modules)) {
    const file = path.replace('../../', '')
    const room = file.slice(0, file.lastIndexOf('/'))
    const lines = Object.entries(module).flatMap(([name, value]) =>
      [...machinesOf({[file]: {[name]: value}}).values()].map(machine => lineOf(file, name, machine)),
    )
    if (lines.length > 0) rooms.set(room, [...(rooms.get(room) ?? []), ...lines])
  }
  const sections = [...rooms].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${[HEAD, ...sections.map(([room, lines]) => `## ${room}\n\n${lines.join('\n')}`)].join('\n\n')}\n`
}

const HEAD = `# Machines

\`npm run machines\` writes this page from the definitions of the machines, and \`npm run check\` fails when it is out of date.

- \`a | b\`: the machine is in one of these states, and begins in the first. \`a & b\`: it is in all of them at once.
- \`a {b | c}\`: \`a\` has states of its own. \`a.\` is an end.
- *Runs* names the actors that a machine invokes while it is in some state.`

function lineOf(file: string, name: string, machine: AnyStateMachine): string {
  const actors = [...new Set(nodesOf(machine.root).flatMap(({invoke}) => invoke.map(({src}) => String(src))))]
  const states = Object.keys(machine.root.states).length === 0 ? '' : ` \`${statesOf(machine.root)}\``
  const runs = actors.length === 0 ? '' : ` *Runs* ${actors.sort().join(', ')}.`
  return `- **${name}** (${file.slice(file.lastIndexOf('/') + 1)})${states}${runs}`
}

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

function statesOf(node: AnyStateNode): string {
  const initial = node.type === 'parallel' ? undefined : node.initial.target[0]
  const children = Object.values(node.states).sort((a, b) => Number(b === initial) - Number(a === initial))
  return children.map(stateOf).join(node.type === 'parallel' ? ' & ' : ' | ')
}

function stateOf(node: AnyStateNode): string {
  if (node.type === 'final') return `${node.key}.`
  return Object.keys(node.states).length === 0 ? node.key : `${node.key} {${statesOf(node)}}`
}
