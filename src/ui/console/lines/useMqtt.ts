import {useSelector} from '@xstate/react'
import type {Capabilities} from '../../../../contract/wire/capabilities'
import {useApplication} from '../../kit/application'

/** The ports to which devices connect by MQTT, as far as the server is known to take it. */
export function useMqtt(): Capabilities['mqtt'] {
  const {session} = useApplication()
  const link = useSelector(session, ({children}) => children.link)
  return useSelector(link, snapshot => snapshot?.context.capabilities?.mqtt)
}
