/** A device at its place on a picture, in pixels. */
export interface Mark {
  id: string
  x: number
  y: number
  /** The larger, the worse. */
  severity: number
}

/** Marks that would cover each other. They share the place of the worst, which is the first member. */
export type Cluster<M extends Mark> = readonly [M, ...M[]]

/** The worst marks keep their places; others join the nearest of them that is within the distance. */
export function clustered<M extends Mark>(marks: readonly M[], distance: number): readonly Cluster<M>[] {
  const clusters: [M, ...M[]][] = []
  for (const mark of marks.toSorted(worstFirst)) {
    const near = clusters
      .map(cluster => ({cluster, apart: Math.hypot(cluster[0].x - mark.x, cluster[0].y - mark.y)}))
      .filter(({apart}) => apart < distance)
      .sort((one, other) => one.apart - other.apart)[0]
    if (near === undefined) clusters.push([mark])
    else near.cluster.push(mark)
  }
  return clusters
}

const worstFirst = (one: Mark, other: Mark) => other.severity - one.severity || (one.id < other.id ? -1 : 1)
