import { render } from 'preact';

render(<main>fleetkit console</main>, document.getElementById('console') as HTMLElement);
