import {type ReactNode, useMemo} from 'react'
import {useLocation} from 'react-router-dom'
import {chosenZone} from '../../domain/format/zone'
import {ApplicationProvider, useApplication} from './application'

/** Gives what it surrounds the zone that the address names, and the formats for it. */
export function ChosenFormats({children}: {children: ReactNode}) {
  const application = useApplication()
  const {search} = useLocation()
  const named = new URLSearchParams(search).get('tz')
  const chosen = useMemo(() => {
    const {zone, unknownZone} = chosenZone(named, null, application.zone)
    const formats = application.createFormats({zone, hours: null, language: 'en', locale: navigator.language})
    return {...application, zone, unknownZone, formats}
  }, [application, named])
  return <ApplicationProvider value={chosen}>{children}</ApplicationProvider>
}
