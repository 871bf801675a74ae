import {useSelector} from '@xstate/react'
import {type ReactNode, useMemo} from 'react'
import {useLocation} from 'react-router-dom'
import {chosenZone} from '../../../domain/format/zone'
import {ApplicationProvider, useApplication} from '../application'

/** Provides the zone that the address names or the person prefers, and the formats for it. */
export function ChosenFormats({children}: {children: ReactNode}) {
  const application = useApplication()
  const {search} = useLocation()
  const named = new URLSearchParams(search).get('tz')
  const preferredZone = useSelector(application.preferences, ({context}) => context.preferences.zone)
  const hours = useSelector(application.preferences, ({context}) => context.preferences.hours)
  const language = useSelector(application.preferences, ({context}) => context.spoken)
  const chosen = useMemo(() => {
    const {zone, unknownZone} = chosenZone(named, preferredZone, application.zone)
    const formats = application.createFormats({zone, hours, language, locale: navigator.language})
    return {...application, zone, unknownZone, formats}
  }, [application, named, preferredZone, hours, language])
  return <ApplicationProvider value={chosen}>{children}</ApplicationProvider>
}
