import type * as z from 'zod/mini'
import {createKinds, type Handler, type Kind, type Sockets} from './changes'
import type {Peers} from './peers'

type Declared = ReturnType<typeof createKinds>
type Name = keyof Declared
type Changes = {[N in Name]: z.infer<Declared[N]['schema']>}
type Kinds = {[N in Name]: Kind<Changes[N]>}

export type ChangeBus = ReturnType<typeof createChangeBus>

/**
 * Joins nouns that don't know of each other, on all servers: each emits its own changes and handles those of others.
 */
export function createChangeBus(peers: Pick<Peers, 'publish'>) {
  const kinds: Kinds = createKinds()
  const isName = (name: string): name is Name => Object.hasOwn(kinds, name)

  function on<N extends Name>(
    name: N,
    handle: Handler<Changes[N]>['handle'],
    from: Handler<Changes[N]>['from'] = 'anywhere',
  ): void {
    kinds[name].handlers.push({from, handle})
  }

  async function handle<N extends Name>(name: N, change: Changes[N], origin: 'here' | 'peer'): Promise<void> {
    const concerned = kinds[name].handlers.filter(({from}) => from === 'anywhere' || from === origin)
    await Promise.all(concerned.map(({handle}) => handle(change)))
  }

  function receiveKind<N extends Name>(name: N, content: unknown): void {
    const parsed = kinds[name].schema.safeParse(content)
    if (parsed.success) void handle(name, parsed.data, 'peer')
  }

  function showKind<N extends Name>(name: N, sockets: Sockets): void {
    const show = kinds[name].show?.(sockets)
    if (show !== undefined) on(name, show)
  }

  return {
    on,

    /** Calls every handler at once, and resolves when all of them on this server are done. */
    emit<N extends Name>(name: N, change: Changes[N]): Promise<void> {
      const handled = handle(name, change, 'here')
      peers.publish(name, change, kinds[name].watched?.(change))
      return handled
    },

    /** Handles a change that another server has published, unless this version doesn't know it. */
    receive(name: string, content: unknown): void {
      if (isName(name)) receiveKind(name, content)
    },

    /** Shows each change from then on to the sockets of this server. */
    showOn(sockets: Sockets): void {
      for (const name of Object.keys(kinds).filter(isName)) showKind(name, sockets)
    },
  }
}
