import {defineConfig, mergeConfig} from 'vite'
import client from '../../vite.config.ts'

/** The page of the gallery, built as the client is. */
export default mergeConfig(
  client,
  defineConfig({
    mode: 'gallery',
    build: {outDir: 'dist/gallery', emptyOutDir: true, rolldownOptions: {input: 'tests/gallery/index.html'}},
    preview: {host: '127.0.0.1', port: 4300},
  }),
)
