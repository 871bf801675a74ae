/** Begins work for a party when all that was asked for it before has ended, whatever came of it. */
export type InOrder = <Result>(party: string, work: () => Promise<Result>) => Promise<Result>

export function createInOrder(): InOrder {
  /** The ends of each party's last work. They never reject. */
  const ends = new Map<string, Promise<void>>()
  return (party, work) => {
    const result = ends.get(party)?.then(work) ?? work()
    const end = result.then(ignored, ignored).then(() => {
      if (ends.get(party) === end) ends.delete(party)
    })
    ends.set(party, end)
    return result
  }
}

const ignored = () => {}
