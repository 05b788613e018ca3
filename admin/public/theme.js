// Before the first paint: the theme that was chosen here, else the system's.
{
  const chosen = localStorage.getItem('callboard.theme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system;
}
