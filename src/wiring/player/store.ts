import type {PlayList} from '../../domain/player/list'
import {type Play, withPlay} from '../../domain/player/play'
import type {Pairing} from '../../machines/player/pairing'
import type {PlayQueue} from '../../streams/player/reporting'

/** What a screen stores over a reload: its access, its list, and the plays that the server doesn't have yet. */
export function createPlayerStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  function read<T>(name: string): T | null {
    try {
      return JSON.parse(storage.getItem(`${PREFIX}${name}`) ?? 'null')
    } catch {
      return null
    }
  }

  /** A full or forbidden storage must not end what plays. */
  function write(name: string, value: unknown): void {
    try {
      if (value === null) storage.removeItem(`${PREFIX}${name}`)
      else storage.setItem(`${PREFIX}${name}`, JSON.stringify(value))
    } catch (error) {
      console.warn(`${name} is not kept over a reload.`, error)
    }
  }

  let plays = read<Play[]>('plays') ?? []
  const storePlays = (now: Play[]) => {
    plays = now
    write('plays', plays)
  }

  const queue: PlayQueue = {
    first: count => plays.slice(0, count),
    removeFirst: count => storePlays(plays.slice(count)),
  }

  return {
    pairing: () => read<Pairing>('pairing'),
    /** A list belongs to its device, so another pairing begins without one. */
    storePairing(pairing: Pairing | null) {
      write('pairing', pairing)
      write('list', null)
    },
    list: () => read<PlayList>('list'),
    storeList: (list: PlayList) => write('list', list),
    queue,
    addPlay: (play: Play) => storePlays(withPlay(plays, play)),
  }
}

const PREFIX = 'pulsewall.player.'
