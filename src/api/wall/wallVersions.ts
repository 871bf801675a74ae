import * as routes from '../../../contract/wire/entities/wallVersion'
import type {ListRules} from '../../domain/listRules'
import type {WallVersions} from '../../domain/wall/versions'
import type {Wall, WallIntent} from '../../domain/wall/walls'
import type {Http, Options} from '../http'

export async function loadWallVersions(
  http: Http,
  {
    organisationId,
    wall,
    rules,
  }: {organisationId: string; wall: string; rules: Pick<ListRules<Wall, WallIntent>, 'read'>},
  options: Options = {},
): Promise<WallVersions> {
  const found = await http.call(routes.listWallVersions, {params: {id: organisationId}, query: {wall}, ...options})
  return {
    walls: found.walls,
    versions: found.versions.flatMap(({id, keptAt, email, value}) => {
      const [stored] = rules.read([value], null).items
      return stored === undefined ? [] : [{id, storedAt: http.clock.toClient(keptAt), by: email, wall: stored}]
    }),
  }
}
