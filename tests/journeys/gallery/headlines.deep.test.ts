import {readRoom, walkRoom} from '../support/gallery'

walkRoom('headlines')
readRoom('headlines')
