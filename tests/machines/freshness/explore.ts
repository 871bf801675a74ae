/** An explored world: it takes steps one after the other and can be started again. */
export interface Explored<Step> {
  take(step: Step): Promise<void>
  /** Equal for two states that go on alike; where two of them don't, nothing is proven. */
  key(): string
  stop(): void
}

export interface Exploration {
  states: number
  /** The number of steps taken. */
  taken: number
}

/**
 * Takes every step in every state that is less than `depth` steps from the first one, and shows each state that is
 * reached. It walks on from the present state, as long as there is something new nearby: to start over for each step
 * would take many times as long.
 */
export async function explore<Step, World extends Explored<Step>>(
  begin: () => Promise<World>,
  steps: readonly Step[],
  depth: number,
  visit: (world: World, path: readonly Step[]) => void,
): Promise<Exploration> {
  const nodes = new Map<string, Node<Step>>()
  let taken = 0

  function nodeOf(key: string): Node<Step> {
    const node = nodes.get(key) ?? {distance: Number.POSITIVE_INFINITY, next: new Map(), via: null}
    nodes.set(key, node)
    return node
  }

  /** A shorter way to a state is a shorter way to all that follow. */
  function connect(from: Node<Step>, step: Step, to: Node<Step>) {
    const longer = [{from, step, to}]
    for (let at = longer.pop(); at !== undefined; at = longer.pop()) {
      if (at.to.distance <= at.from.distance + 1) continue
      at.to.distance = at.from.distance + 1
      at.to.via = at
      for (const [step, to] of at.to.next) longer.push({from: at.to, step, to})
    }
  }

  const isOpen = (node: Node<Step>) => node.distance < depth && node.next.size < steps.length

  /** The steps to a state nearby in which a step is still to be taken; null when there is none. */
  function wayToOpen(start: Node<Step>): Step[] | null {
    const before = new Map<Node<Step>, Way<Step> | null>([[start, null]])
    const queue = [start]
    for (const node of queue) {
      if (isOpen(node)) return stepsOf(before.get(node) ?? null, from => before.get(from) ?? null)
      if (queue.length > NEARBY) continue
      for (const [step, to] of node.next) {
        if (before.has(to)) continue
        before.set(to, {from: node, step})
        queue.push(to)
      }
    }
    return null
  }

  async function walk(world: World, start: Node<Step>, wayThere: Step[]) {
    const path: Step[] = []
    let at = start
    let way: Step[] | null = wayThere
    visit(world, path)
    while (way !== null) {
      const step = way.shift() ?? steps.find(step => !at.next.has(step))
      if (step === undefined) throw new Error('The way does not lead to a state in which a step is to be taken')
      await world.take(step)
      taken++
      path.push(step)
      visit(world, path)
      const next = nodeOf(world.key())
      const known = at.next.get(step)
      if (known !== undefined && known !== next) throw new Error(`Two states of one key part at ${path.join(', ')}`)
      at.next.set(step, next)
      connect(at, step, next)
      at = next
      if (way.length === 0) way = wayToOpen(at)
    }
    world.stop()
  }

  for (;;) {
    const world = await begin()
    const first = nodeOf(world.key())
    first.distance = 0
    const open = [...nodes.values()].find(isOpen)
    if (open === undefined) {
      world.stop()
      return {states: nodes.size, taken}
    }
    await walk(
      world,
      first,
      stepsOf(open.via, from => from.via),
    )
  }
}

/** Beyond this distance it costs less to start over. */
const NEARBY = 100

interface Node<Step> {
  /** The number of steps from the first state, by the shortest known way. */
  distance: number
  /** Where each step that was taken has led to. */
  next: Map<Step, Node<Step>>
  /** The last step of the shortest way. */
  via: Way<Step> | null
}

interface Way<Step> {
  from: Node<Step>
  step: Step
}

function stepsOf<Step>(last: Way<Step> | null, before: (node: Node<Step>) => Way<Step> | null): Step[] {
  const steps: Step[] = []
  for (let at = last; at !== null; at = before(at.from)) steps.unshift(at.step)
  return steps
}
