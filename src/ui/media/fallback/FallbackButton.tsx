import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {mayManage} from '../../../domain/user'
import type {ListOwner} from '../../../machines/listAttribute'
import type {MediaRef} from '../../../machines/media/media'
import {useHasAdditions} from '../../kit/application'
import {texts} from './texts'

interface Props {
  media: MediaRef
  owner: Pick<ListOwner, 'kind' | 'id'>
  name: string
}

/** Opens the fallback of all devices or of a group, for those who may change it. */
export function FallbackButton({media, owner, name}: Props) {
  const hasAdditions = useHasAdditions()
  const isManager = useSelector(media, s => mayManage(s.context.user))
  const organisationId = useSelector(media, s => s.context.user.organisationId)
  const fallbacks = useSelector(media, s => s.children.fallbacks)
  const count = useSelector(
    useSelector(fallbacks, s => s?.children.videos),
    s => s?.context.value?.get(owner.id)?.length ?? 0,
  )
  if (!hasAdditions || !isManager || organisationId === null) return null
  const button = texts.button(count)
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-haspopup="dialog"
      aria-label={texts.buttonOf(button, name)}
      onClick={() => fallbacks?.send({type: 'fallback.opened', owner: {...owner, organisationId}})}
    >
      {button}
    </Button>
  )
}
