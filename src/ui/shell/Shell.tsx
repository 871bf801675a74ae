import {Outlet} from 'react-router-dom'
import {TITLE} from '../../../contract/limits'
import {NavigationBar} from './NavigationBar'

/** What surrounds every screen of whoever is signed in. */
export function Shell() {
  return (
    <>
      <title>{TITLE}</title>
      <NavigationBar />
      <main>
        <Outlet />
      </main>
    </>
  )
}
