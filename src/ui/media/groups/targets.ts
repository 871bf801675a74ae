import type {Target} from '../../../machines/media/groupAssignment'
import type {MediaSnapshot} from '../../../machines/media/media'

/** The groups that have a device, with those of their devices that are listed. */
export function targetsOf({context, children}: MediaSnapshot): Target[] {
  const groups = children.groups?.getSnapshot().context
  if (groups === undefined) return []
  return groups.groups
    .map(({id, name}) => {
      const members = new Set(groups.members.get(id))
      return {id, name, devices: context.devices.filter(device => members.has(device.id))}
    })
    .filter(({devices}) => devices.length > 0)
}
