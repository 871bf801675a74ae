import type {TestProject} from 'vitest/node'
import {serveGallery} from '../../gallery/serve'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the page that shows all screens in all states. */
    galleryUrl: string
  }
}

/** Runs once before the journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const {url, close} = await serveGallery()
  project.provide('galleryUrl', url)
  return close
}
