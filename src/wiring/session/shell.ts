import {type ComponentType, createElement} from 'react'
import {createActor} from 'xstate'
import {choicesFrom, keptChoices, placesOf, type ShellChoices} from '../../domain/session/shell'
import type {SessionRef} from '../../machines/session/session'
import {shellMachine} from '../../machines/session/shell'
import type {ToastsRef} from '../../machines/session/toasts'
import {Shell} from '../../ui/shell/Shell'
import type {AddressRouter} from '../addressZone'
import type {KeyValueStorage} from './accessTokenMark'

export interface ShellConnections {
  session: SessionRef
  storage: KeyValueStorage
  router: () => AddressRouter
  toasts: ToastsRef
}

/** The frame around the screens of signed-in users. */
export function createShell({session, storage, router, toasts}: ShellConnections): ComponentType {
  const authority = () => session.getSnapshot().context.user?.authority ?? ''
  const shell = createActor(
    shellMachine.provide({
      actions: {
        keepChoices: ({context}) => storage.setItem(KEPT, keptChoices(context.chosen)),
        goTo: (_, {letter}) => {
          const place = placesOf(authority()).find(known => known.letter === letter)
          if (place !== undefined) router().navigate(place.path)
        },
        focusSearch: () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
      },
    }),
    {input: choicesFrom(storage.getItem(KEPT), atFirst())},
  ).start()
  session.subscribe(snapshot => {
    if (!snapshot.matches('signedIn')) toasts.send({type: 'user.left'})
  })
  return () => createElement(Shell, {logic: {shell, toasts}})
}

const KEPT = 'pulsewall.shell'

/** On a narrow window the rail begins narrow. */
const atFirst = (): ShellChoices => ({
  rail: window.matchMedia('(min-width: 64em)').matches ? 'wide' : 'narrow',
  letters: 'heard',
})
