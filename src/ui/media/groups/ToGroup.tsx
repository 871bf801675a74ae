import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {mayArrange} from '../../../domain/user'
import type {Target} from '../../../machines/media/groupAssignment'
import type {MediaRef, MediaSnapshot} from '../../../machines/media/media'
import {texts} from '../texts'

/** Assigns the chosen video to all devices of a group. */
export function ToGroup({media}: {media: MediaRef}) {
  const videos = useSelector(media, s => s.children.videos)
  const videoId = useSelector(media, s => s.context.view.videoId)
  const mayAssign = useSelector(media, s => mayArrange(s.context.user))
  const name = useSelector(videos, s => s?.context.value?.videos.find(({id}) => id === videoId)?.name)
  if (videoId === null || name === undefined || !mayAssign) return null
  const open = () => {
    const input = {assigned: {kind: 'video' as const, videoId, name}, targets: targetsOf(media.getSnapshot())}
    media.send({type: 'assignment.opened', input})
  }
  return (
    <Button
      variant="default"
      size="xs"
      mt="xs"
      title={texts.assignment.video(name)}
      aria-haspopup="dialog"
      onClick={open}
    >
      {texts.playlist.toGroup}
    </Button>
  )
}

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
